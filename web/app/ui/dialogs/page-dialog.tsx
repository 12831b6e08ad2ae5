import { Dialog, type DialogProps } from './dialog.tsx'
import './page-dialog.css'

/** A dialog that the URL can open. Without JavaScript nothing can overlay a page, so it is a section of it. */
export function PageDialog(props: Omit<DialogProps, 'open'>) {
  const { title, description, children, actions } = props
  return (
    <>
      <noscript>
        <section className="no-script-dialog">
          <h2 className="dialog-title">{title}</h2>
          {description && <p className="dialog-description">{description}</p>}
          <div className="dialog-body">{children}</div>
          {actions && <div className="dialog-actions">{actions}</div>}
        </section>
      </noscript>
      <Dialog open {...props} />
    </>
  )
}
