import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Leaves the form of a page as it is when the page is only checked again, as after a sign-out in another tab. Its loader
 * would send the visitor to sign up, and what they typed would be lost.
 */
export function reloadsForm({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: Pick<ShouldRevalidateFunctionArgs, 'currentUrl' | 'nextUrl' | 'formMethod' | 'defaultShouldRevalidate'>): boolean {
  return (formMethod !== undefined || currentUrl.href !== nextUrl.href) && defaultShouldRevalidate
}
