import Plus from 'lucide-react/icons/plus'
import Share2 from 'lucide-react/icons/share-2'
import { BottomBar, BottomBarAction, BottomBarLink } from '#app/ui/bottom-bar.tsx'
import { Button } from '#app/ui/button.tsx'
import { CardFrame } from '#app/ui/card-frame.tsx'
import { CardGrid } from '#app/ui/card-grid.tsx'
import { CardLine } from '#app/ui/card-line.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { ChipRow } from '#app/ui/chip-row.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Page } from '#app/ui/page.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { Section } from '#app/ui/section.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { SiteFooter } from '#app/ui/site-footer.tsx'
import { SiteHeader, SiteNavLink } from '#app/ui/site-header.tsx'
import { SkipLinks } from '#app/ui/skip-links.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { TextAreaField } from '#app/ui/text-area-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Wordmark } from '#app/ui/wordmark.tsx'

/** Every part in every state, on one page. */
export function Parts() {
  return (
    <>
      <SkipLinks links={[{ href: '#content', label: 'To the content' }]} />
      <SiteHeader
        wordmark={<Wordmark name="Hereabouts" to="/" />}
        navigationLabel="Main"
        navigation={
          <>
            <SiteNavLink to="/explore">Explore</SiteNavLink>
            <SiteNavLink to="/stories">Stories</SiteNavLink>
          </>
        }
      >
        <LinkButton variant="primary" to="/submit" icon={<Plus />}>
          Add a spot
        </LinkButton>
      </SiteHeader>
      <main id="content">
        <Page>
          <h1 className="title-display mt-8">Parts</h1>
          <Section title="Button">
            <div className="flex flex-wrap gap-3">
              <Button variant="primary">Save</Button>
              <Button variant="primary" disabled>
                Not yet
              </Button>
              <Button variant="primary" busy busyLabel="Saving">
                Save
              </Button>
              <Button>Share</Button>
              <Button pressed>Been there</Button>
              <Button variant="danger">Sign out elsewhere</Button>
              <Button variant="quiet">Remove</Button>
              <IconButton label="Share" variant="secondary" icon={<Share2 />} />
              <TextLink to="/">A link in the text</TextLink>
            </div>
          </Section>
          <Section title="Chip, tag">
            <ChipRow label="Kinds">
              <Chip>Past</Chip>
              <Chip on>Culture</Chip>
              <Chip count={74}>Museum</Chip>
            </ChipRow>
            <p className="mt-4 flex gap-2">
              <Tag>narrow</Tag>
              <Tag to="/explore">19th century</Tag>
            </p>
          </Section>
          <Section title="Field">
            <div className="split">
              <div className="grid gap-4">
                <TextField
                  label="Title"
                  placeholder="What people call it"
                  maxLength={80}
                  defaultValue={'x'.repeat(68)}
                />
                <TextField
                  label="Website"
                  defaultValue="htp:/fetta"
                  error="That is not an address we can open. Start it with https://"
                />
                <PasswordField label="Password" hint="Twelve characters or more." autoComplete="new-password" />
                <TextAreaField label="What is it" hint="Two or three sentences." optional />
              </div>
              <div className="grid content-start gap-4">
                <SelectField label="Kind">
                  <option>Summit</option>
                </SelectField>
                <Checkbox label="Send me a letter" hint="At most once a week." defaultChecked />
                <RadioGroup
                  legend="Who sees it"
                  name="visibility"
                  defaultValue="all"
                  options={[
                    { value: 'all', label: 'Everyone' },
                    { value: 'me', label: 'Only me', hint: 'You can change it later.' },
                  ]}
                />
              </div>
            </div>
          </Section>
          <Section title="Card" more={<TextLink to="/explore">All new spots</TextLink>}>
            <CardGrid>
              {['Fetta di Polenta', 'Rocciamelone', 'Giant’s Causeway', 'Altamira'].map((title, index) => (
                <CardFrame
                  key={title}
                  to="/"
                  title={title}
                  italic={index === 1}
                  picture={<span />}
                  margin={['45.0678° N 7.6969° E', 'JN35UB']}
                >
                  <CardLine>Building, Turin</CardLine>
                </CardFrame>
              ))}
            </CardGrid>
          </Section>
        </Page>
      </main>
      <SiteFooter label="Foot" links={<a href="/about">About</a>}>
        Hereabouts, a map kept by its members
      </SiteFooter>
      <BottomBar label="Places">
        <BottomBarLink to="/" icon={<Plus />}>
          Home
        </BottomBarLink>
        <BottomBarAction to="/submit" label="Add a spot" icon={<Plus />} />
      </BottomBar>
    </>
  )
}
