import UserPlus from 'lucide-react/icons/user-plus'
import { useEffect } from 'react'
import { href, useFetcher, useLocation } from 'react-router'
import { useViewer } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { showFailure } from '#app/ui/feedback/toasts.ts'
import type { FollowTarget } from './follow-command.ts'
import './follow-button.css'

/** The response of `/account/follow` to a form sent by script. */
export interface FollowResponse {
  error: string | undefined
}

/**
 * Follows a member, a city or a list, and stops following. Visitors are sent to sign up and return to this page.
 * Without JavaScript the form returns to this page, too.
 */
export function FollowButton({
  target,
  name,
  isFollowing,
  isPrimary = false,
  className,
}: {
  target: FollowTarget
  /** The name of the followed member, city or list, for screen readers. */
  name: string
  isFollowing: boolean
  /** True for the primary button of a view. */
  isPrimary?: boolean
  className?: string
}) {
  const viewer = useViewer()
  const { pathname, search } = useLocation()
  const fetcher = useFetcher<FollowResponse>()
  const back = pathname + search
  useFailure(fetcher.data)
  const variant = isPrimary ? 'primary' : 'secondary'
  if (!viewer) {
    const to = { pathname: href('/account/follow'), search: `?${new URLSearchParams({ back })}` }
    return (
      <LinkButton className={className} variant={variant} icon={<UserPlus />} to={to} aria-label={`Follow ${name}`}>
        Follow
      </LinkButton>
    )
  }
  const follows = fetcher.formData ? fetcher.formData.get('follows') === 'true' : isFollowing
  return (
    <fetcher.Form method="post" action={href('/account/follow')} className={className}>
      {Object.entries(target).map(([field, id]) => (
        <input key={field} type="hidden" name={field} value={id} />
      ))}
      <input type="hidden" name="back" value={back} />
      <Button
        type="submit"
        name="follows"
        value={String(!follows)}
        variant={follows ? 'secondary' : variant}
        icon={<UserPlus />}
        pressed={follows}
        className={classNames('follow-button', follows && 'is-following')}
        aria-label={`${follows ? 'Following' : 'Follow'} ${name}`}
      >
        {follows ? <FollowingWords /> : 'Follow'}
      </Button>
    </fetcher.Form>
  )
}

/** "Following", and "Unfollow" under the pointer or the focus. Both are in the layout, so that the width stays. */
function FollowingWords() {
  return (
    <span className="follow-words">
      <span>Following</span>
      <span>Unfollow</span>
    </span>
  )
}

/** Shows each failure, even if it is the same as the last one. */
function useFailure(response: FollowResponse | undefined): void {
  useEffect(() => {
    if (response?.error) showFailure(response.error)
  }, [response])
}
