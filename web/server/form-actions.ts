import { type ActionFunctionArgs, data, type ServerBuild } from 'react-router'
import { isStorable } from '#app/lib/is-storable.ts'

const FORM_TYPE = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i

type ServerRoute = NonNullable<ServerBuild['routes'][string]>
type Action = (args: ActionFunctionArgs) => unknown

/**
 * Returns the build with actions whose `request.formData()` fails with the status of a client error: 415 for bodies
 * that are no form, 400 for broken ones and for text that the database cannot store.
 */
export function requireValidForms(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, route && withValidForms(route)])
  return { ...build, routes: Object.fromEntries(routes) }
}

function withValidForms(route: ServerRoute): ServerRoute {
  const { action } = route.module
  return action ? { ...route, module: { ...route.module, action: readFormsBy(action) } } : route
}

/** Wraps an action, so that the form of its request is read by {@link readForm}. */
export function readFormsBy(action: Action): Action {
  return (args) => {
    const { request } = args
    const read = request.formData.bind(request)
    const formData = () => readForm(request.headers.get('content-type'), read)
    Object.defineProperty(request, 'formData', { value: formData })
    return action(args)
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
