import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { joinTabs, POLL_MS } from './join-tabs.ts'
import type { LiveSocket, OpenSocket } from './live-socket.ts'
import { getTopicName, type LiveRow, type LiveTopic } from './live-topic.ts'
import { createTopicWatchers } from './topic-watchers.ts'

const BELL: LiveTopic = { table: 'notifications', event: '*', filter: 'user_id=eq.1', columns: ['id'] }
const SPOT: LiveTopic = { table: 'comments', event: 'INSERT', filter: 'spot_id=eq.2', columns: ['id'] }

const leaving = new Set<() => void>()
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => {
  for (const leave of leaving) leave()
  vi.useRealTimers()
})

/** A browser whose tabs open recorded sockets. Each has its own member id, which isolates the tests from each other. */
function openBrowser() {
  const memberId = crypto.randomUUID()
  const sockets: (LiveSocket & { topics: string[]; isClosed: boolean; emit: Parameters<OpenSocket>[0] })[] = []
  const openSocket: OpenSocket = (emit) => {
    const socket = {
      topics: [] as string[],
      isClosed: false,
      emit,
      setTopics(topics: readonly LiveTopic[]) {
        socket.topics = topics.map(getTopicName)
      },
      listSilentTopics: (): string[] => [],
      close() {
        socket.isClosed = true
      },
    }
    sockets.push(socket)
    return socket
  }
  const openTab = (...topics: LiveTopic[]) => {
    const watchers = createTopicWatchers()
    const rows: (LiveRow | null)[] = []
    for (const topic of topics) watchers.watch(topic, (row) => rows.push(row))
    const leaveTabs = joinTabs(memberId, watchers, openSocket)
    const leave = () => {
      if (leaving.delete(leave)) leaveTabs()
    }
    leaving.add(leave)
    // Every tab reports a gap when it joins.
    rows.splice(0)
    return { watchers, rows, leave }
  }
  return { sockets, openTab }
}

test('opens one socket for all tabs, with the topics of all', async () => {
  const { sockets, openTab } = openBrowser()
  openTab(BELL)
  await vi.waitFor(() => expect(sockets).toHaveLength(1))
  openTab(BELL, SPOT)
  await vi.waitFor(() => expect(sockets[0]?.topics).toEqual([getTopicName(BELL), getTopicName(SPOT)]))
  expect(sockets).toHaveLength(1)
})

test('forwards changes to every tab that follows the topic', async () => {
  const { sockets, openTab } = openBrowser()
  const leader = openTab(BELL)
  await vi.waitFor(() => expect(sockets).toHaveLength(1))
  const other = openTab(SPOT)
  sockets[0]?.emit(getTopicName(SPOT), { id: 7 })
  await vi.waitFor(() => expect(other.rows).toEqual([{ id: 7 }]))
  expect(leader.rows).toEqual([])
})

test('leaves the topics of a tab that closes', async () => {
  const { sockets, openTab } = openBrowser()
  openTab(BELL)
  const other = openTab(SPOT)
  await vi.waitFor(() => expect(sockets[0]?.topics).toHaveLength(2))
  other.leave()
  await vi.waitFor(() => expect(sockets[0]?.topics).toEqual([getTopicName(BELL)]))
})

test('closes the socket at once when the leading tab leaves, and the next tab opens one', async () => {
  const { sockets, openTab } = openBrowser()
  const leader = openTab(BELL)
  await vi.waitFor(() => expect(sockets).toHaveLength(1))
  openTab(BELL, SPOT)
  leader.leave()
  expect(sockets[0]?.isClosed).toBe(true)
  await vi.waitFor(() => expect(sockets[1]?.topics).toEqual([getTopicName(BELL), getTopicName(SPOT)]))
})

test('reports a gap every minute for topics without a connection, in every tab', async () => {
  const { sockets, openTab } = openBrowser()
  const leader = openTab(BELL)
  await vi.waitFor(() => expect(sockets).toHaveLength(1))
  const other = openTab(BELL)
  for (const socket of sockets) socket.listSilentTopics = () => [getTopicName(BELL)]
  vi.advanceTimersByTime(POLL_MS)
  await vi.waitFor(() => expect(other.rows).toEqual([null]))
  expect(leader.rows).toEqual([null])
})
