import type { CaptchaSettings } from '#app/platform/config/app-settings.ts'

/** A captcha provider with its own widget. */
export type WidgetProvider = Exclude<CaptchaSettings['provider'], 'altcha'>

/** The global object that both providers add to the page. */
export interface CaptchaWidgets {
  render: (container: HTMLElement, options: Record<string, unknown>) => string
  remove: (id: string) => void
}

const SERVICES: Record<WidgetProvider, { script: string; global: string }> = {
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js', global: 'hcaptcha' },
  turnstile: { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js', global: 'turnstile' },
}

/** The callback that a provider runs once it is ready. hCaptcha renders nothing before that. */
const READY = 'hereaboutsCaptchaReady'

const loading = new Map<WidgetProvider, Promise<CaptchaWidgets>>()

/**
 * Loads a provider's script once. Rejects if it does not load, for example because of a tracker blocker; the next call
 * tries again.
 */
export function loadCaptchaWidgets(provider: WidgetProvider): Promise<CaptchaWidgets> {
  const known = loading.get(provider)
  if (known !== undefined) return known
  const loaded = load(SERVICES[provider])
  loading.set(provider, loaded)
  loaded.catch(() => loading.delete(provider))
  return loaded
}

/** The content security policy allows this script, because a script with the page's nonce adds it. */
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
