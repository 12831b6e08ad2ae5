import { Dialog, type DialogProps } from '#app/ui/dialogs/dialog.tsx'

/** A dialog that the address can open. Without script nothing can lie over a page, so then it stands in it. */
export function PageDialog(props: Omit<DialogProps, 'open'>) {
  const { title, description, children, actions } = props
  return (
    <>
      <noscript>
        <section className="unscripted-dialog">
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
