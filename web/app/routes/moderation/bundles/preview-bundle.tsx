import { href } from 'react-router'
import { formatNumber } from '#app/lib/format/numbers.ts'
import type { BundlePreview } from '#app/platform/config/bundle-reader.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { formatKey } from './format-key.ts'

/** The form for the URL of a city or list on another site. */
export function AddressForm({ address }: { address: string | undefined }) {
  return (
    <section className="grid max-w-[40rem] gap-3">
      <h2 className="title text-h3">Spots of another site</h2>
      <p>
        Another site with this software can share its cities and public lists. Their spots are shown here with their
        origin and licence, and kept up to date.
      </p>
      <PageForm method="post" className="grid gap-3">
        <TextField
          label="Address of the city or list"
          hint="For example https://example.org/city/turin"
          name="address"
          type="url"
          required
          maxLength={500}
          defaultValue={address}
        />
        <div>
          <Button type="submit" name="intent" value="preview" variant="primary">
            Preview
          </Button>
        </div>
      </PageForm>
    </section>
  )
}

/** A bundle before the administrator subscribes to it. */
export function PreviewedBundle({ preview }: { preview: BundlePreview }) {
  const { address, title, originName, originUrl, licenses, spotCount, samples, publicKey } = preview
  return (
    <section className="grid max-w-[40rem] gap-3 wrap-anywhere">
      <h2 className="title text-h3" dir="auto">
        {title}
      </h2>
      <dl className="grid gap-2">
        <Fact term="From">
          <bdi>{originName}</bdi>, <bdi dir="ltr">{originUrl}</bdi>
        </Fact>
        <Fact term="Spots">
          {formatNumber(spotCount)}
          {samples.length > 0 && (
            <span dir="auto">
              {' '}
              ({samples.join(', ')}
              {spotCount > samples.length && ', …'})
            </span>
          )}
        </Fact>
        <Fact term="Licence">{licenses.join(', ')}</Fact>
        <Fact term="Public key">
          <code className="wrap-anywhere">{formatKey(publicKey)}</code>
        </Fact>
      </dl>
      <p>The operator of the other site can confirm the key. Later updates must be signed with it.</p>
      <PageForm method="post" className="flex flex-wrap gap-3">
        <input type="hidden" name="address" value={address} />
        <input type="hidden" name="key" value={publicKey} />
        <Button type="submit" name="intent" value="subscribe" variant="primary">
          Subscribe
        </Button>
        <LinkButton to={href('/account/moderation/bundles')}>Cancel</LinkButton>
      </PageForm>
    </section>
  )
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="font-medium">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
