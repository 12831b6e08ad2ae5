import { createUuid } from '#app/lib/create-uuid.ts'
import { minutes } from '#app/lib/durations.ts'
import type { OpenSocket } from './live-socket.ts'
import type { LiveRow, LiveTopic } from './live-topic.ts'
import { electTabLeader } from './tab-leader.ts'
import type { TopicWatchers } from './topic-watchers.ts'
import { createWantedTopics } from './wanted-topics.ts'

/** The interval at which topics without a connection are reported as gaps, and silent tabs are forgotten. */
export const POLL_MS = minutes(1)

/** The messages between the tabs of a browser. */
type TabMessage =
  | { kind: 'topics'; tab: string; topics: LiveTopic[] }
  | { kind: 'ask' }
  | { kind: 'change'; name: string; row: LiveRow | null }

/** The connection for all tabs, held by the leading tab. */
interface Leader {
  setTopics(tab: string, topics: LiveTopic[]): void
  close(): void
}

/**
 * Follows the topics of this tab together with the other tabs of the member in this browser: one of them holds the
 * connection and forwards changes. Returns a function that leaves the group.
 */
export function joinTabs(
  memberId: string,
  watchers: TopicWatchers,
  openSocket: OpenSocket,
  locks: LockManager | undefined = navigator.locks,
): () => void {
  const name = `hereabouts-live-${memberId}`
  const tab = createUuid()
  const tabs = new BroadcastChannel(name)
  const send = (message: TabMessage) => tabs.postMessage(message)
  let leader: Leader | undefined
  const sendTopics = () => {
    const topics = watchers.list()
    send({ kind: 'topics', tab, topics })
    leader?.setTopics(tab, topics)
  }
  tabs.onmessage = ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.kind === 'topics') leader?.setTopics(message.tab, message.topics)
    else if (message.kind === 'ask') sendTopics()
    else watchers.emit(message.name, message.row)
  }
  const lead = () => {
    leader = createLeader(openSocket, {
      onChange: (topicName, row) => {
        // A closing connection may still deliver messages.
        if (!leader) return
        watchers.emit(topicName, row)
        send({ kind: 'change', name: topicName, row })
      },
      askTabs: () => {
        send({ kind: 'ask' })
        sendTopics()
      },
    })
    sendTopics()
    send({ kind: 'ask' })
    return () => {
      leader?.close()
      leader = undefined
    }
  }
  const stopSending = watchers.onTopics(sendTopics)
  sendTopics()
  const stepDown = electTabLeader(name, lead, locks)
  // Changes may have been missed: the page may be older than its first connection, or have been in the background.
  watchers.emitGap()
  return () => {
    stopSending()
    send({ kind: 'topics', tab, topics: [] })
    stepDown()
    // Stepping down is asynchronous, but the connection must close at once.
    leader?.close()
    leader = undefined
    tabs.onmessage = null
    tabs.close()
  }
}

function createLeader(
  openSocket: OpenSocket,
  { onChange, askTabs }: { onChange: (name: string, row: LiveRow | null) => void; askTabs: () => void },
): Leader {
  const wanted = createWantedTopics()
  const socket = openSocket(onChange)
  const timer = setInterval(() => {
    for (const name of socket.listSilentTopics()) onChange(name, null)
    wanted.forgetSilentTabs()
    socket.setTopics(wanted.list())
    askTabs()
  }, POLL_MS)
  return {
    setTopics(tab, topics) {
      wanted.set(tab, topics)
      socket.setTopics(wanted.list())
    },
    close() {
      clearInterval(timer)
      socket.close()
    },
  }
}
