import type { CaptchaSettings } from '#app/platform/app-settings.ts'

/** A service that shows a widget of its own. */
export type WidgetProvider = Exclude<CaptchaSettings['provider'], 'altcha'>

/** What both services put on the page. */
export interface CaptchaWidgets {
  render: (container: HTMLElement, options: Record<string, unknown>) => string
  remove: (id: string) => void
}

const SERVICES: Record<WidgetProvider, { script: string; global: string }> = {
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js', global: 'hcaptcha' },
  turnstile: { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js', global: 'turnstile' },
}

/** By this function a service says that it is ready: hCaptcha draws nothing in between its script's run and that. */
const READY = 'hereaboutsCaptchaReady'

const loading = new Map<WidgetProvider, Promise<CaptchaWidgets>>()

/** Loads a service's script once. Rejects when it does not come, as with a blocker of trackers; the next call then tries again. */
export function loadCaptchaWidgets(provider: WidgetProvider): Promise<CaptchaWidgets> {
  const known = loading.get(provider)
  if (known !== undefined) return known
  const loaded = load(SERVICES[provider])
  loading.set(provider, loaded)
  loaded.catch(() => loading.delete(provider))
  return loaded
}

/** The script runs because a script of ours, which has the page's nonce, asked for it. */
function load({ script: address, global }: { script: string; global: string }): Promise<CaptchaWidgets> {
  return new Promise((resolve, reject) => {
    const page = window as unknown as Record<string, unknown>
    page[READY] = () => resolve(page[global] as CaptchaWidgets)
    const script = document.createElement('script')
    script.src = `${address}?render=explicit&onload=${READY}`
    script.async = true
    script.onerror = () => {
      script.remove()
      reject(new Error(`${address} could not be loaded.`))
    }
    document.head.append(script)
  })
}
