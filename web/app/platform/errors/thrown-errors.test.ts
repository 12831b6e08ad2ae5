import {
  createMemoryRouter,
  createRequestHandler,
  data,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { expect, test } from 'vitest'

/** The error boundary of the test pages. */
const Nothing = () => null

/** Renders only the error that the page receives. */
function renderErrors(_request: Request, status: number, _headers: Headers, { staticHandlerContext }: EntryContext) {
  const texts = Object.values(staticHandlerContext.errors ?? {}).map((error: unknown) =>
    error instanceof Error ? `${error.message} ${error.stack}` : JSON.stringify(error),
  )
  return new Response(texts.join(), { status })
}

/** Requests the page or its data from a production app whose only loader throws the given value. */
async function requestFor(thrown: unknown, path = '/_.data'): Promise<{ status: number; text: string }> {
  const loader = () => {
    throw thrown
  }
  const build = {
    entry: { module: { default: renderErrors, handleError: () => undefined } },
    routes: { root: { id: 'root', path: '', module: { default: () => null, loader } } },
    assets: { routes: {}, entry: { imports: [], module: '' }, url: '', version: '' },
    routeDiscovery: { mode: 'initial' },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    prerender: [],
    ssr: true,
    isSpaMode: false,
  } as unknown as ServerBuild
  const response = await createRequestHandler(build, 'production')(
    new Request(`http://own.invalid${path}`),
    new RouterContextProvider(),
  )
  return { status: response.status, text: await response.text() }
}

test('hides the message of an unexpected error and sends that of a thrown 4xx (runtime 2.5)', async () => {
  for (const path of ['/', '/_.data']) {
    const unexpected = await requestFor(new Error('the password is secret'), path)
    expect([path, unexpected.status]).toEqual([path, 500])
    expect(unexpected.text).toContain('Unexpected Server Error')
    expect(unexpected.text).not.toMatch(/secret|thrown-errors/)
    const closed = data({ message: 'Only members of the club.' }, { status: 403, statusText: 'Closed' })
    const expected = await requestFor(closed, path)
    expect([path, expected.status]).toEqual([path, 403])
    expect(expected.text).toMatch(/Only members of the club\..*Closed|Closed.*Only members of the club\./)
  }
})

test('shows the outer of two errors until the next navigation (runtime 2.5)', async () => {
  const fail = (words: string) => () => {
    throw new Error(words)
  }
  const router = createMemoryRouter([
    {
      id: 'root',
      path: '/',
      ErrorBoundary: Nothing,
      children: [
        { id: 'fine', index: true },
        {
          id: 'outer',
          path: 'broken',
          loader: fail('first'),
          children: [{ id: 'inner', index: true, loader: fail('second') }],
        },
      ],
    },
  ])
  await router.navigate('/broken')
  expect(router.state.errors).toEqual({ root: new Error('first') })
  await router.revalidate()
  expect(router.state.errors).toEqual({ root: new Error('first') })
  await router.navigate('/')
  expect(router.state.errors).toBeNull()
})
