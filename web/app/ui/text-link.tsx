import { Link, type LinkProps } from 'react-router'
import { classNames } from './class-names.ts'

/** A link in running text. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={classNames('link', className)} />
}
