import { createMemoryRouter, type MiddlewareFunction } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DEFAULT_APP_CONFIG, setAppConfig } from '#app/platform/config/app-config.ts'
import { keepFormMiddleware } from '#app/platform/errors/failed-save/keep-form.ts'
import { dismissAllToasts } from '#app/ui/feedback/dismiss-all-toasts.ts'
import { listToasts } from '#app/ui/feedback/toasts.ts'
import { deleteQueuedSaves } from './delete-queued-saves.ts'
import { createSaveQueue } from './queue-saves.ts'
import { keepQueuedSavesOf, listQueuedSaves } from './queued-saves.ts'
import { sendQueuedSaves } from './send-saves.ts'

const OFFLINE = 'You are offline. This will be saved when you are back online.'

/** The page of a spot in a browser that is offline, and the forms that reach the server. */
function openSpot(answer: (form: FormData) => unknown = () => ({ intent: 'mark', rejection: undefined })) {
  const stored = new Map<string, string>()
  const network = { onLine: false }
  const reached: Record<string, unknown>[] = []
  vi.stubGlobal('navigator', network)
  setAppConfig(DEFAULT_APP_CONFIG)
  vi.stubGlobal('document', { querySelectorAll: () => [] })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  })
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        path: '',
        middleware: [createSaveQueue('ada'), keepFormMiddleware] as MiddlewareFunction[],
        children: [
          {
            id: 'spot',
            path: 'spot/:id',
            loader: () => null,
            action: async ({ request }) => {
              if (!network.onLine) throw new TypeError('Failed to fetch')
              const form = await request.formData()
              reached.push(Object.fromEntries(form))
              return answer(form)
            },
          },
        ],
      },
    ],
    { initialEntries: ['/spot/1'], hydrationData: { loaderData: { spot: null } } },
  )
  vi.stubGlobal('window', { __reactRouterDataRouter: router, location: { hash: '' } })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    dismissAllToasts()
  })
  const press = async (fields: Record<string, string>, path = '/spot/1?link=x') => {
    const formData = new FormData()
    for (const [name, value] of Object.entries(fields)) formData.set(name, value)
    await router.fetch('button', 'spot', path, { formMethod: 'post', formData })
  }
  return { router, network, reached, press }
}

function listFailures(): string[] {
  return listToasts()
    .filter(({ isFailure }) => isFailure)
    .map(({ message }) => message)
}

const BEEN = { intent: 'mark', kind: 'been', on: 'true' }
const SAVE = { intent: 'save' }

test('queues saves while offline and sends them in order when online', async () => {
  const { router, network, reached, press } = openSpot()
  await press(BEEN)
  await press(SAVE)
  await press(SAVE)
  expect(listFailures()).toEqual([OFFLINE])
  expect(listQueuedSaves('ada').map(({ action }) => action)).toEqual(['/spot/1?link=x', '/spot/1?link=x'])
  await sendQueuedSaves(router, 'ada')
  expect(reached).toEqual([])
  network.onLine = true
  await sendQueuedSaves(router, 'ada')
  expect(reached).toEqual([BEEN, SAVE])
  expect(listQueuedSaves('ada')).toEqual([])
  expect(listFailures()).toEqual([])
})

test('queues no other form, and nothing that fails while online', async () => {
  const { network, press } = openSpot(() => {
    throw new TypeError('Failed to fetch')
  })
  await press({ intent: 'comment', body: 'Mind the step' })
  network.onLine = true
  await press(BEEN)
  expect(listQueuedSaves('ada')).toEqual([])
})

test('deletes the saves after signing out or when another member signs in', async () => {
  for (const leave of [deleteQueuedSaves, () => keepQueuedSavesOf('bob')]) {
    const { press } = openSpot()
    await press(BEEN)
    keepQueuedSavesOf('ada')
    expect(listQueuedSaves('ada')).toHaveLength(1)
    expect(listQueuedSaves('bob')).toEqual([])
    leave()
    expect(listQueuedSaves('ada')).toEqual([])
  }
})

test('saves to “Want to go” when the member has used no list', async () => {
  const answer = (form: FormData) => ({ intent: 'save', savedTo: form.get('intent') === 'save' ? null : undefined })
  const { router, network, reached, press } = openSpot(answer)
  await press(SAVE)
  network.onLine = true
  await sendQueuedSaves(router, 'ada')
  expect(reached).toEqual([SAVE, { intent: 'mark', kind: 'want', on: 'true' }])
  expect(listQueuedSaves('ada')).toEqual([])
})

test('shows why the server rejects a save and drops it, and gives up after three failures', async () => {
  const rejected = openSpot(() => ({ intent: 'mark', rejection: { message: 'You were removed.', fieldErrors: {} } }))
  await rejected.press(BEEN)
  rejected.network.onLine = true
  await sendQueuedSaves(rejected.router, 'ada')
  expect(listFailures()).toEqual(['Not saved: You were removed.'])
  expect(listQueuedSaves('ada')).toEqual([])

  const broken = openSpot(() => {
    throw new TypeError('Failed to fetch')
  })
  await broken.press(BEEN)
  broken.network.onLine = true
  for (const left of [1, 1, 0]) {
    await sendQueuedSaves(broken.router, 'ada')
    expect(listQueuedSaves('ada')).toHaveLength(left)
  }
})
