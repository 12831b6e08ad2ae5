import RotateCw from 'lucide-react/icons/rotate-cw'
import { classNames } from '#app/ui/class-names.ts'
import './new-items.css'

/** Says what a page does not show yet, such as "1 new comment", and loads it when pressed. An empty text hides it. */
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
