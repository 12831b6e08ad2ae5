import Ellipsis from 'lucide-react/icons/ellipsis'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { Rating } from '#app/ui/display/rating.tsx'
import { Progress } from '#app/ui/feedback/progress.tsx'
import { Section } from '#app/ui/layout/section.tsx'
import { Pagination } from '#app/ui/navigation/pagination.tsx'
import { Steps } from '#app/ui/navigation/steps.tsx'
import { TabLinks } from '#app/ui/navigation/tab-links.tsx'
import { Tabs } from '#app/ui/navigation/tabs.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

export function ControlExamples() {
  return (
    <div className="min-w-0">
      <Section title="Button">
        <div className="flex flex-wrap items-center gap-3">
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
          <Button size="small">Small</Button>
          <IconButton label="More" variant="secondary" icon={<Ellipsis />} />
          <TextLink to="/">A link in the text</TextLink>
        </div>
      </Section>
      <Section title="Rating, progress, steps">
        <div className="grid gap-5">
          <div className="flex flex-wrap gap-4">
            <Rating value={4.7} count={38} />
            <Rating value={3.2} count={9} />
          </div>
          <Progress label="Upload" percent={48} />
          <Steps
            label="Steps"
            steps={[
              { word: 'Place, photos', short: 'Place' },
              { word: 'Words' },
              { word: 'Who sees it' },
              { word: 'Check' },
            ]}
            current={1}
          />
          <TabLinks
            label="Your things"
            tabs={[
              { to: '/', label: 'Spots', count: 42 },
              { to: '/drafts', label: 'Drafts', count: 2 },
            ]}
          />
          <Tabs
            label="Within a page"
            tabs={[
              { value: 'first', label: 'First', panel: 'What the first one shows.' },
              { value: 'second', label: 'Second', count: 3, panel: 'What the second one shows.' },
            ]}
          />
          <Pagination label="Pages" page={4} pageCount={12} pageUrl={(page) => `/?page=${page}`} />
        </div>
      </Section>
    </div>
  )
}
