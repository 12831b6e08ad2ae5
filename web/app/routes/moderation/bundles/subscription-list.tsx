import * as v from 'valibot'
import { formatCount } from '#app/lib/format/numbers.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Moment } from '#app/ui/display/moment.tsx'
import { EmptyState } from '#app/ui/feedback/empty-state.tsx'
import { formatKey } from './format-key.ts'

export const Subscription = v.object({
  id: v.string(),
  address: v.string(),
  title: v.string(),
  origin_name: v.string(),
  origin_url: v.string(),
  public_key: v.string(),
  spot_count: v.number(),
  tried_at: v.nullable(v.string()),
  updated_at: v.nullable(v.string()),
  failure: v.string(),
})
type Subscription = v.InferOutput<typeof Subscription>

/** The site's subscriptions, with the result of the last update of each. */
export function SubscriptionList({ subscriptions }: { subscriptions: Subscription[] }) {
  if (subscriptions.length === 0) {
    return <EmptyState title="No subscriptions">Subscriptions to other sites appear here.</EmptyState>
  }
  return (
    <ul className="grid max-w-[40rem] gap-6 wrap-anywhere">
      {subscriptions.map((subscription) => (
        <li key={subscription.id} className="grid gap-2">
          <SubscriptionItem subscription={subscription} />
        </li>
      ))}
    </ul>
  )
}

function SubscriptionItem({ subscription }: { subscription: Subscription }) {
  const { id, title, origin_name, origin_url, public_key, spot_count } = subscription
  return (
    <>
      <h3 className="font-medium" dir="auto">
        {title}
      </h3>
      <p>
        {formatCount(spot_count, 'spot')} from{' '}
        <a href={origin_url} rel="noreferrer" dir="auto">
          {origin_name}
        </a>
        . <LastUpdate subscription={subscription} />
      </p>
      <p>
        Key <code className="wrap-anywhere">{formatKey(public_key)}</code>
      </p>
      <PageForm method="post">
        <input type="hidden" name="subscription" value={id} />
        <Button type="submit" name="intent" value="update" size="small" aria-label={`Update ${title} now`}>
          Update now
        </Button>
      </PageForm>
      <details>
        <summary>Remove</summary>
        <p>All spots that came with it disappear from this site, with what members wrote about them here.</p>
        <PageForm method="post">
          <input type="hidden" name="subscription" value={id} />
          <Button type="submit" name="intent" value="remove" size="small" variant="danger">
            Remove {title}
          </Button>
        </PageForm>
      </details>
    </>
  )
}

/** Describes the last update of a subscription, with the reason if it failed. */
function LastUpdate({ subscription: { tried_at, updated_at, failure } }: { subscription: Subscription }) {
  return (
    <>
      {updated_at ? (
        <>
          Up to date as of <Moment at={updated_at} />.
        </>
      ) : (
        'Not yet loaded.'
      )}
      {failure && tried_at && (
        <>
          {' '}
          The last attempt (<Moment at={tried_at} />) failed: {failure}
        </>
      )}
    </>
  )
}
