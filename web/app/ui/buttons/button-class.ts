import { classNames } from '../class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'bare'
export type ButtonSize = 'normal' | 'small' | 'square'

/** The classes of everything that looks like a button; buttons, links and labels share them. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize = 'normal', extra?: string): string {
  return classNames('button', `button-${variant}`, size !== 'normal' && `button-${size}`, extra)
}
