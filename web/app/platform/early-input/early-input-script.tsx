import { createContext, use, useEffect } from 'react'
import { recordEarlyInput } from './record-early-input.ts'
import { replayEarlyInput } from './replay-early-input.ts'

/** The CSP nonce of inline scripts. Undefined in the browser, which hides nonces from scripts. */
export const NonceContext = createContext<string | undefined>(undefined)

/** The browser keeps the server's script. */
const SCRIPT = import.meta.env.SSR ? `(${recordEarlyInput})()` : ''

/**
 * Keeps what is typed, chosen and pressed before hydration: an inline script records it, and it is repeated after
 * hydration. Put it after the content of the page and before its other scripts.
 */
export function EarlyInputScript() {
  useEffect(() => void replayEarlyInput(), [])
  return (
    <script
      nonce={use(NonceContext)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own function
      dangerouslySetInnerHTML={{ __html: SCRIPT }}
    />
  )
}
