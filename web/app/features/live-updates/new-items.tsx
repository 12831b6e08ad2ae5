import RotateCw from 'lucide-react/icons/rotate-cw'
import { classNames } from '#app/ui/class-names.ts'
import './new-items.css'

/** A button such as "1 new comment" that loads entries which the page does not show yet. An empty text hides it. */
export function NewItems({ text, onShow, className }: { text: string; onShow: () => void; className?: string }) {
  return (
    <div className={classNames('new-items', className)} role="status">
      {text && (
        <button type="button" className="new-items-button" onClick={onShow}>
          <RotateCw size={16} aria-hidden="true" />
          {text}
        </button>
      )}
    </div>
  )
}
