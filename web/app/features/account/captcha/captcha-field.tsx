import { useEffect, useRef, useState } from 'react'
import { useAppSettings } from '#app/platform/root-data.ts'
import { type ChosenTheme, useChosenTheme } from '#app/ui/chosen-theme.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'
import { CAPTCHA_FIELD } from './captcha-token.ts'
import { loadCaptchaWidgets, type WidgetProvider } from './load-captcha-widgets.ts'

/**
 * The captcha of a form, if the site uses one. The built-in proof of work runs while the form is submitted and shows
 * nothing; the other providers show a widget that fills a field. A token is valid once: after a rejected form,
 * `rejection` triggers a new one.
 */
export function CaptchaField({ rejection }: { rejection?: unknown }) {
  const { captcha } = useAppSettings()
  const hasScript = useHasScript()
  if (!captcha) return null
  if (!hasScript)
    return (
      <noscript>
        <Notice kind="warn">This form needs JavaScript to check that you are not a bot.</Notice>
      </noscript>
    )
  if (captcha.provider === 'altcha') return null
  return <Widget provider={captcha.provider} siteKey={captcha.siteKey} rejection={rejection} />
}

function Widget({ provider, siteKey, rejection }: { provider: WidgetProvider; siteKey: string; rejection: unknown }) {
  const container = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [isMissing, setMissing] = useState(false)
  const theme = useChosenTheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a rejected form needs another token
  useEffect(() => {
    const place = container.current
    if (!place) return
    let remove: (() => void) | undefined
    let isGone = false
    const write = (token: string) => {
      if (field.current) field.current.value = token
    }
    const clear = () => write('')
    loadCaptchaWidgets(provider).then(
      (widgets) => {
        if (isGone) return
        setMissing(false)
        const id = widgets.render(place, {
          sitekey: siteKey,
          theme: nameTheme(theme),
          callback: write,
          'expired-callback': clear,
          'error-callback': clear,
        })
        remove = () => widgets.remove(id)
      },
      () => setMissing(!isGone),
    )
    return () => {
      isGone = true
      clear()
      remove?.()
    }
  }, [provider, siteKey, rejection, theme])
  return (
    <div>
      <div ref={container} />
      {isMissing && (
        <Notice kind="warn">
          The captcha did not load. If you use a tracker blocker, allow the captcha here, then reload the page.
        </Notice>
      )}
      <input ref={field} type="hidden" name={CAPTCHA_FIELD} />
    </div>
  )
}

/** Both providers offer two themes and no custom colours. */
function nameTheme(chosen: ChosenTheme): 'light' | 'dark' {
  const isNight = chosen === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'night'
  return isNight ? 'dark' : 'light'
}
