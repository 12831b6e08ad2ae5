import { useEffect, useRef } from 'react'
import type { CaptchaSettings } from '#app/platform/app-settings.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'
import { CAPTCHA_FIELD, needsWork } from './captcha-token.ts'

/** What both services put on the page once their script runs. */
interface CaptchaWidget {
  render: (container: HTMLElement, options: Record<string, unknown>) => string
  remove: (id: string) => void
}

const WIDGETS = {
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js?render=explicit', global: 'hcaptcha' },
  turnstile: { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit', global: 'turnstile' },
} as const

/**
 * The captcha of a form, where this site asks for one. Our own works while the form is sent and shows nothing; the others show
 * their widget and fill a field. A token holds once: when the form was refused, `refusal` brings a new one.
 */
export function CaptchaField({ refusal }: { refusal?: unknown }) {
  const { captcha } = useAppSettings()
  const hasScript = useHasScript()
  if (!captcha) return null
  if (!hasScript)
    return (
      <noscript>
        <Notice kind="warn">This form needs JavaScript: it keeps programs out.</Notice>
      </noscript>
    )
  return needsWork(captcha) ? null : <Widget captcha={captcha} refusal={refusal} />
}

function Widget({ captcha: { provider, siteKey }, refusal }: { captcha: CaptchaSettings; refusal: unknown }) {
  const container = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refused form needs another token
  useEffect(() => {
    if (provider === 'altcha' || !container.current) return
    const place = container.current
    const { script, global } = WIDGETS[provider]
    let remove: (() => void) | undefined
    let isGone = false
    void loadScript(script).then(() => {
      const widget = (window as unknown as Record<string, CaptchaWidget | undefined>)[global]
      if (!widget || isGone) return
      const write = (token: string) => {
        if (field.current) field.current.value = token
      }
      const id = widget.render(place, { sitekey: siteKey, callback: write, 'expired-callback': () => write('') })
      remove = () => widget.remove(id)
    })
    return () => {
      isGone = true
      remove?.()
    }
  }, [provider, siteKey, refusal])
  return (
    <div>
      <div ref={container} />
      <input ref={field} type="hidden" name={CAPTCHA_FIELD} />
    </div>
  )
}

const loading = new Map<string, Promise<void>>()

/** Loads a script once. It runs because a script of ours, which has the page's nonce, asked for it. */
function loadScript(url: string): Promise<void> {
  const known = loading.get(url)
  if (known !== undefined) return known
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${url} could not be loaded.`))
    document.head.append(script)
  })
  loading.set(url, loaded)
  return loaded
}
