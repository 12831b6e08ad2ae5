import { AsyncLocalStorage } from 'node:async_hooks'

/** What belongs to the request that is being answered, for parts deep down that hooks reach and no request is handed to. */
interface RequestScope {
  ip: string
  afterwards: (() => Promise<void>)[]
}

const scopes = new AsyncLocalStorage<RequestScope>()

/** Answers a request; what {@link runAfterwards} was given meanwhile begins when it is answered, and nobody waits for it. */
export async function runInScope(
  ip: string,
  answer: () => Promise<void>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const scope: RequestScope = { ip, afterwards: [] }
  await scopes.run(scope, answer)
  for (const task of scope.afterwards) void task().catch(onFailure)
}

/** The address of who asks, empty when nothing tells or no request is under way. */
export function getScopeIp(): string {
  return scopes.getStore()?.ip ?? ''
}

/** Puts work off until the request is answered and its transactions have ended, well or not. */
export function runAfterwards(task: () => Promise<void>): void {
  scopes.getStore()?.afterwards.push(task)
}
