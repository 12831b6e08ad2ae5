import { href } from 'react-router'
import { rememberReturnTarget } from '#app/platform/guard/return-target.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/** A link to sign in again and return to this form, whose draft stays. */
export function SignInAgain() {
  return (
    <TextLink to={href('/auth/login')} reloadDocument onClick={rememberThisForm}>
      Sign in
    </TextLink>
  )
}

/** Makes the sign-in page lead back here. */
export function rememberThisForm(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = rememberReturnTarget(href('/submit'))
}
