import { classNames } from '../class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'bare'
export type ButtonSize = 'normal' | 'small' | 'square'

/** Returns the classes of a button, for buttons, links and labels. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize = 'normal', extra?: string): string {
  return classNames('button', `button-${variant}`, size !== 'normal' && `button-${size}`, extra)
}
