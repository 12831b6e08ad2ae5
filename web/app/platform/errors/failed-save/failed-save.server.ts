import {
  type ActionFunctionArgs,
  createContext,
  data,
  isRouteErrorResponse,
  type RouterContextProvider,
} from 'react-router'
import type { FailedSave } from './failed-save.ts'
import { NOT_SAVED, toLostResponse } from './lost-response.ts'

/** Null without a failed save: a context without a default value throws. */
const failedSaveContext = createContext<FailedSave | null>(null)

/** Returns the form of this request that could not be saved. */
export function findFailedSave(context: Readonly<RouterContextProvider>): FailedSave | undefined {
  return context.get(failedSaveContext) ?? undefined
}

/**
 * Keeps the page and the typed values when a form fails without JavaScript: returns the response with which the page is
 * rendered again. The layout shows a message. With JavaScript, `keepFormMiddleware` does the same in the tab.
 */
export function keepPlainForm({ context }: Pick<ActionFunctionArgs, 'context'>, form: FormData) {
  const response = toLostResponse(form)
  context.set(failedSaveContext, { values: response.rejection.values })
  return data(response, NOT_SAVED)
}

/** Returns true for unexpected errors of a form that was submitted without JavaScript. */
export function isLostForm(request: Request, error: unknown): boolean {
  const isByBrowser = request.headers.get('sec-fetch-dest') === 'document'
  const isExpected = error instanceof Response || (isThrownData(error) && (error.init?.status ?? 200) < 500)
  return isByBrowser && !isExpected && !isRouteErrorResponse(error)
}

function isThrownData(error: unknown): error is ReturnType<typeof data> {
  return typeof error === 'object' && error !== null && 'type' in error && error.type === 'DataWithResponseInit'
}
