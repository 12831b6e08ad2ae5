import Copy from 'lucide-react/icons/copy-plus'
import ListIcon from 'lucide-react/icons/list'
import Pencil from 'lucide-react/icons/pencil'
import Share2 from 'lucide-react/icons/share-2'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { FollowButton } from '#app/features/account/members/follow-button.tsx'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { MemberLink } from '#app/features/account/members/member-link.tsx'
import { VisibilityIcon, visibilityWords } from '#app/features/lists/visibility-icon.tsx'
import { ReportSent } from '#app/features/reports/report-sent.tsx'
import { TakeAlongPlain } from '#app/features/spots/exports/take-along.tsx'
import { formatAgo } from '#app/lib/format/dates.ts'
import { formatCount, pickPlural } from '#app/lib/format/numbers.ts'
import { useIntentForm } from '#app/lib/intent-form.ts'
import { useEarlyToast } from '#app/platform/use-early-toast.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconLink } from '#app/ui/buttons/icon-link.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { type ListPage, mayEdit } from '../list-page.ts'
import { LEFT_OUT_PARAMETER, withParameter } from '../list-search.ts'
import { BeenBar } from './been-bar.tsx'
import { describeListExports } from './list-exports.ts'
import { ListMenu } from './list-menu.tsx'

/** Title, authors, description, visits and actions of a list. */
export function ListHeader({ page, now }: { page: ListPage; now: number }) {
  const { list, items, item_count, hidden_count, follow } = page
  const [parameters] = useSearchParams()
  const been = items.filter(({ has_been }) => has_been).length
  return (
    <header className="list-head">
      <p className="list-kind">
        <span>
          <ListIcon size={16} aria-hidden="true" /> List ·{' '}
          <VisibilityIcon visibility={list.visibility} isShared={page.members.length > 0} />{' '}
          <span className="sr-only">Visible to </span>
          {list.visibility === 'private' && page.members.length > 0
            ? 'its collaborators'
            : visibilityWords[list.visibility]}
        </span>
        <span>Updated {formatAgo(list.updated_at, now)}</span>
      </p>
      <h1 className="title list-title" dir="auto">
        {list.title}
      </h1>
      {page.hidden && (
        <Notice kind="warn">
          <p>
            {page.hidden.reason === null
              ? 'Members have reported this list. A moderator has not reviewed it yet.'
              : `A moderator removed this list: ${page.hidden.reason}`}
          </p>
          <p>Only its owner, its editors and moderators see it, and nobody can change it.</p>
        </Notice>
      )}
      <LeftOut count={Number(parameters.get(LEFT_OUT_PARAMETER))} />
      <ReportSent />
      <ListAuthors page={page} />
      {list.description && <Description text={list.description} />}
      {items.length > 0 && <BeenBar been={been} total={items.length} />}
      {items.length < item_count && (
        <p className="list-hidden">
          The first {items.length} of {formatCount(item_count, 'spot')} are shown.
        </p>
      )}
      {hidden_count > 0 && <p className="list-hidden">{formatCount(hidden_count, 'spot')} only you can see</p>}
      <div className="list-actions">
        {mayEdit(page) && (
          <LinkButton
            variant="primary"
            icon={<Pencil />}
            to={withParameter(parameters, 'edit', '1')}
            defaultShouldRevalidate={false}
          >
            Edit
          </LinkButton>
        )}
        {page.role !== 'owner' && page.role !== 'editor' && (
          <FollowButton target={{ list: list.id }} name={list.title} isFollowing={follow.is_following} isPrimary />
        )}
        {page.role === 'owner' && list.kind !== 'been' ? (
          <LinkButton
            icon={<Users />}
            to={withParameter(parameters, 'do', 'people')}
            preventScrollReset
            defaultShouldRevalidate={false}
          >
            Collaborators
          </LinkButton>
        ) : (
          <CopyList />
        )}
        {(page.role === 'editor' || page.role === 'viewer') && (
          <IconLink
            label="Collaborators"
            icon={<Users aria-hidden="true" />}
            to={withParameter(parameters, 'do', 'people')}
            preventScrollReset
            defaultShouldRevalidate={false}
          />
        )}
        <IconLink
          label="Share"
          icon={<Share2 aria-hidden="true" />}
          to={withParameter(parameters, 'do', 'share')}
          preventScrollReset
          defaultShouldRevalidate={false}
        />
        <ListMenu page={page} />
      </div>
      {item_count > 0 && <TakeAlongPlain {...describeListExports(page, parameters)} />}
    </header>
  )
}

/** Says how many spots of a long list were left out of its new copy. */
function LeftOut({ count }: { count: number }) {
  if (!Number.isInteger(count) || count < 1) return null
  return (
    <Notice kind="warn">
      This is a copy of the first 500 spots. {formatCount(count, 'spot')} of the list {pickPlural(count, 'was', 'were')}{' '}
      left out.
    </Notice>
  )
}

function ListAuthors({ page: { author, members, follow } }: { page: ListPage }) {
  const authors = [author, ...members.filter((member) => member?.role === 'editor')]
  return (
    <p className="list-authors">
      <span className="list-avatars" aria-hidden="true">
        {authors
          .slice(0, 4)
          .map((member) => member && <MemberAvatar key={member.id} id={member.id} url={member.avatar_url} size={26} />)}
      </span>
      <span>
        {authors.map((member, index) => (
          <span key={member?.id ?? 'former'}>
            {index > 0 && (index === authors.length - 1 ? ' and ' : ', ')}
            <MemberLink member={member} className="list-author" />
          </span>
        ))}
        {follow.follower_count > 0 && ` · ${formatCount(follow.follower_count, 'follower')}`}
      </span>
    </p>
  )
}

/** Text beyond three lines is shown on request. */
function Description({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(text.length <= 150)
  return (
    <div className="list-description">
      <p className={classNames('keeps-edge', !isOpen && 'lines-3')} dir="auto">
        {text}
      </p>
      {!isOpen && (
        <button type="button" className="link needs-script" onClick={() => setIsOpen(true)}>
          More
        </button>
      )}
    </div>
  )
}

function CopyList() {
  const { Form, isBusy, response } = useIntentForm('copy')
  useEarlyToast(response)
  return (
    <Form method="post">
      <Button type="submit" name="intent" value="copy" icon={<Copy />} busy={isBusy} busyLabel="Copying">
        <span>
          Copy<span className="sr-only"> to my lists</span>
        </span>
      </Button>
    </Form>
  )
}
