import { expect, onTestFinished, test, vi } from 'vitest'
import { type ReloadOptions, reloadApp } from './reload-app.ts'

/** A browser at `/spot/a?do=share` that records its calls. Its clock is vitest's. */
function openBrowser(storage: Partial<Storage> = createStorage(), navigator = { onLine: true }) {
  vi.useFakeTimers({ now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const notes: string[] = []
  const location = {
    pathname: '/spot/a',
    search: '?do=share',
    hash: '',
    reload: () => void notes.push('reload'),
    get href() {
      return 'https://own.example/spot/a?do=share'
    },
    set href(url: string) {
      notes.push(url)
    },
  }
  const browser = { location, sessionStorage: storage as Storage, navigator }
  return { notes, reload: (options?: ReloadOptions) => reloadApp(options, browser) }
}

function createStorage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('reloads the current page, or loads the given path (runtime 6.2)', () => {
  const { notes, reload } = openBrowser()
  expect(reload()).toBe(true)
  expect(reload({ path: '/explore?q=x' })).toBe(true)
  expect(notes).toEqual(['reload', '/explore?q=x'])
})

test('does not reload the same path twice within its time, unless forced (runtime 6.2)', () => {
  const { notes, reload } = openBrowser()
  reload({ path: '/broken' })
  vi.advanceTimersByTime(10_000)
  expect(reload({ path: '/broken' })).toBe(false)
  expect(reload({ path: '/broken', force: true })).toBe(true)
  expect(reload({ path: '/other' })).toBe(true)
  vi.advanceTimersByTime(10_001)
  expect(reload({ path: '/other' })).toBe(true)
  expect(reload({ path: '/other', ttlMs: 5 })).toBe(false)
  expect(notes).toEqual(['/broken', '/broken', '/other', '/other'])
})

test('does not reload while the browser is offline, and counts no reload (runtime 6.2)', () => {
  const navigator = { onLine: false }
  const { notes, reload } = openBrowser(createStorage(), navigator)
  expect([reload(), reload({ path: '/explore', force: true })]).toEqual([false, false])
  navigator.onLine = true
  expect(reload()).toBe(true)
  expect(notes).toEqual(['reload'])
})

test('always reloads without storage (runtime 6.2)', () => {
  const reject = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  const { notes, reload } = openBrowser({ getItem: reject, setItem: reject })
  expect([reload({ path: '/broken' }), reload({ path: '/broken' })]).toEqual([true, true])
  expect(notes).toHaveLength(2)
})

test('ignores invalid data in storage (runtime 6.2)', () => {
  for (const text of ['', 'x', '{}', '7', '{"path":1,"expires":"x"}']) {
    const { reload } = openBrowser({ ...createStorage(), getItem: () => text })
    expect(reload({ path: '/broken' })).toBe(true)
  }
})

test('never loads a path of another host or one that runs script (runtime 6.2)', () => {
  const { notes, reload } = openBrowser()
  for (const path of ['//evil.example', 'https://evil.example', 'javascript:alert(1)', '/\\evil.example']) {
    expect(reload({ path }), path).toBe(false)
  }
  expect(notes).toEqual([])
})

test('stores the path and its time, and nothing of the session (runtime 6.3)', () => {
  const storage = createStorage()
  openBrowser(storage).reload({ path: '/explore' })
  expect([...storage.kept]).toEqual([['hereabouts:reload', JSON.stringify({ path: '/explore', expires: 1_010_000 })]])
  expect(JSON.stringify([...storage.kept])).not.toMatch(/access_token|refresh_token/)
})
