import { type RefObject, useEffect, useRef } from 'react'
import { useAppSettings } from '#app/platform/root-data.ts'
import { useHasScript } from '#app/ui/use-has-script.ts'

/** A form that was submitted before the page was hydrated, as marked by content-first.ts. */
type EarlyForm = HTMLFormElement & { wasSentEarly?: boolean }

/**
 * Holds back a form that is submitted before the page is hydrated, and submits it after hydration. Without this, a
 * site with captchas would reject the form and the password would have to be typed again. Spread the result onto the
 * form.
 */
export function useEarlySubmit(hasCaptcha: boolean): {
  ref: RefObject<HTMLFormElement | null>
  'data-early-submit': true | undefined
} {
  const ref = useRef<HTMLFormElement>(null)
  const hasScript = useHasScript()
  const { captcha } = useAppSettings()
  useEffect(() => {
    const form: EarlyForm | null = ref.current
    if (!form?.wasSentEarly) return
    // After the effects of the screen around the form.
    const timer = setTimeout(() => {
      form.wasSentEarly = false
      form.removeAttribute('data-early-submit')
      for (const button of form.querySelectorAll('button[type="submit"]')) button.removeAttribute('aria-busy')
      form.requestSubmit()
    })
    return () => clearTimeout(timer)
  }, [])
  return { ref, 'data-early-submit': hasCaptcha && captcha && !hasScript ? true : undefined }
}
