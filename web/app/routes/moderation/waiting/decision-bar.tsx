import Check from 'lucide-react/icons/check'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { href } from 'react-router'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { AskPanel, RemovePanel, TargetFields } from '../desk/reason-panel.tsx'
import type { PreviewProps } from './preview-article.tsx'
import type { OpenedItem } from './waiting-schema.ts'

/** The path of the queue. */
export const QUEUE = href('/account/moderation')
/** Merge and Edit: in the bar, and on phones below a separate button. */
function SpotWays({ opened }: { opened: OpenedItem }) {
  const merge = `${QUEUE}?item=${opened.id}&merge=${findLikeliest(opened)}`
  const edit = href('/spot/:id/edit', { id: opened.target_id })
  return (
    <>
      <LinkButton to={merge} data-desk-key="m" className="desk-wide">
        Merge <kbd className="key-hint">M</kbd>
      </LinkButton>
      <LinkButton to={edit} data-desk-key="e" className="desk-wide">
        Edit <kbd className="key-hint">E</kbd>
      </LinkButton>
      <details className="desk-panel desk-more" name="desk-panel" data-desk-panel="">
        <summary className="button button-secondary" aria-label="More">
          <Ellipsis size={18} aria-hidden="true" />
        </summary>
        <div className="desk-panel-sheet">
          <LinkButton to={merge}>Merge with another spot</LinkButton>
          <LinkButton to={edit}>Edit</LinkButton>
        </div>
      </details>
    </>
  )
}

/** Returns the id of the spot nearby that is most likely the same, or an empty string. */
function findLikeliest({ preview }: OpenedItem): string {
  const [first] = preview && 'spot' in preview ? preview.duplicates : []
  return first && first.similarity > 0.4 ? first.id : ''
}

/** The possible decisions about an item: approve, ask, merge, edit, remove. */
export function DecisionBar({ page, opened, version, response }: PreviewProps) {
  const target = { kind: opened.kind, target_id: opened.target_id, item: opened.id, next: page.next ?? page.previous }
  const author = opened.author ? getMemberName(opened.author) : 'the author'
  return (
    <div className="desk-bar">
      <PageForm method="post">
        <input type="hidden" name="intent" value="decide" />
        <input type="hidden" name="verdict" value="approved" />
        <input type="hidden" name="seen" value={version} />
        <TargetFields target={target} />
        <Button type="submit" variant="primary" icon={<Check />} data-desk-key="a">
          Approve <kbd className="key-hint">A</kbd>
        </Button>
      </PageForm>
      <AskPanel target={target} author={author} response={response} />
      {opened.kind === 'spot' && <SpotWays opened={opened} />}
      <RemovePanel
        target={target}
        noun={opened.kind === 'post' ? 'story' : 'spot'}
        author={author}
        response={response}
      />
    </div>
  )
}
