import { type ActionFunctionArgs, data, type HandleErrorFunction, type ServerBuild } from 'react-router'
import { isStorable } from '#app/lib/is-storable.ts'
import { isLostForm, keepPlainForm } from '#app/platform/errors/failed-save/failed-save.server.ts'

const FORM_TYPE = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i

type ServerRoute = NonNullable<ServerBuild['routes'][string]>
type Action = (args: ActionFunctionArgs) => unknown

/**
 * Returns the build with actions whose `request.formData()` fails with the status of a client error: 415 for bodies
 * that are not forms, 400 for broken ones and for text that the database cannot store. If an action fails unexpectedly,
 * the page of a form without JavaScript is rendered again with what was typed.
 */
export function requireValidForms(build: ServerBuild): ServerBuild {
  const report = build.entry.module.handleError ?? (() => undefined)
  const routes = Object.entries(build.routes).map(([id, route]) => [id, route && withValidForms(route, report)])
  return { ...build, routes: Object.fromEntries(routes) }
}

function withValidForms(route: ServerRoute, report: HandleErrorFunction): ServerRoute {
  const { action } = route.module
  return action ? { ...route, module: { ...route.module, action: readFormsBy(action, report) } } : route
}

/**
 * Wraps an action, so that {@link readForm} reads the form of its request and the fields are kept when the action
 * fails.
 */
export function readFormsBy(action: Action, report: HandleErrorFunction): Action {
  return async (args) => {
    const { request } = args
    const read = request.formData.bind(request)
    let form: FormData | undefined
    const formData = async () => {
      form = await readForm(request.headers.get('content-type'), read)
      return form
    }
    Object.defineProperty(request, 'formData', { value: formData })
    try {
      return await action(args)
    } catch (error) {
      if (!form || !isLostForm(request, error)) throw error
      report(error, args)
      return keepPlainForm(args, form)
    }
  }
}

async function readForm(type: string | null, read: () => Promise<FormData>): Promise<FormData> {
  if (!FORM_TYPE.test(type ?? '')) throw clientError(415, 'Unsupported Media Type', 'Send a form.')
  const form = await read().catch((error: unknown) => {
    // Any other error is the connection's or the body limit's.
    throw error instanceof TypeError ? clientError(400, 'Bad Request', 'The form is incomplete.') : error
  })
  const isValid = [...form].every(([name, value]) => isStorable(typeof value === 'string' ? name + value : name))
  if (!isValid) throw clientError(400, 'Bad Request', 'The form contains a character that cannot be stored.')
  return form
}

function clientError(status: number, statusText: string, message: string) {
  return data({ message }, { status, statusText })
}
