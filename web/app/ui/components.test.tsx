import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './buttons/button.tsx'
import { Dialog } from './dialogs/dialog.tsx'
import { Menu, MenuItem } from './dialogs/menu.tsx'
import { Facts } from './display/facts.tsx'
import { Rating } from './display/rating.tsx'
import { Toaster } from './feedback/toaster.tsx'
import { Combobox } from './forms/choices/combobox.tsx'
import { formatCharactersLeft } from './forms/text/characters-left.ts'
import { TextField } from './forms/text/text-field.tsx'
import { listPages } from './navigation/pagination.tsx'
import { Steps } from './navigation/steps.tsx'
import { Tabs } from './navigation/tabs.tsx'

test('keeps both labels of a busy button and exposes only one to screen readers', () => {
  const html = renderToStaticMarkup(
    <Button busy busyLabel="Saving">
      Save
    </Button>,
  )
  expect(html).toContain('aria-busy="true"')
  expect(html).toContain('aria-disabled="true"')
  expect(html).toMatch(/aria-hidden="true">Save</)
  expect(html).toMatch(/aria-hidden="false">.*Saving</)
  expect(html).not.toContain(' disabled')
})

test('binds label, error and hint of a field to its control', () => {
  const html = renderToStaticMarkup(
    <TextField label="Title" id="title" hint="Short." error="Give it a name." name="title" />,
  )
  expect(html).toContain('for="title"')
  expect(html).toContain('aria-describedby="title-error title-hint"')
  expect(html).toContain('aria-invalid="true"')
  expect(html).toMatch(/id="title-error".*Give it a name\./)
})

test('adds no error attributes to a field without an error', () => {
  const html = renderToStaticMarkup(<TextField label="Title" id="title" error="" name="title" />)
  expect(html).not.toContain('aria-invalid')
  expect(html).not.toContain('aria-describedby')
})

test('announces the remaining characters when fewer than twenty are left', () => {
  expect([60, 61, 80, 95].map((length) => formatCharactersLeft(length, 80))).toEqual([
    null,
    '19 left',
    '0 left',
    '0 left',
  ])
  expect(formatCharactersLeft(1000, undefined)).toBeNull()
})

test('describes a rating in a sentence and draws it as a scale bar', () => {
  const html = renderToStaticMarkup(<Rating value={4.66} count={38} />)
  expect(html).toContain('Rated 4.7 of 5, 38 reviews')
  expect(renderToStaticMarkup(<Rating value={5} count={1} />)).toContain('Rated 5.0 of 5, 1 review<')
})

test('marks the current and the completed steps', () => {
  const html = renderToStaticMarkup(
    <Steps label="Steps" steps={[{ word: 'Place' }, { word: 'Words' }, { word: 'Check' }]} current={1} />,
  )
  expect(html).toMatch(/aria-current="step">2(<!-- -->)? (<!-- -->)?Words/)
  expect(html.match(/, done/g)).toHaveLength(1)
})

test('omits facts without a value', () => {
  expect(renderToStaticMarkup(<Facts facts={[{ name: 'Address', value: null }]} />)).toBe('<dl class="facts"></dl>')
})

test('shows the first, last and neighbouring pages, and no gap for a single page', () => {
  expect(listPages(1, 3)).toEqual([1, 2, 3])
  expect(listPages(6, 12)).toEqual([1, null, 5, 6, 7, null, 12])
  expect(listPages(3, 12)).toEqual([1, 2, 3, 4, null, 12])
  expect(listPages(4, 12)).toEqual([1, 2, 3, 4, 5, null, 12])
})

test('renders the button, field and first panel of overlays on the server', () => {
  const nothing = () => undefined
  const html = renderToStaticMarkup(
    <>
      <Menu label="Actions" trigger={(trigger) => <Button {...trigger}>More</Button>}>
        <MenuItem onSelect={nothing}>Share</MenuItem>
      </Menu>
      <Combobox
        name="q"
        label="Search"
        value="Turin"
        onValueChange={nothing}
        onSelect={nothing}
        groups={[{ label: 'Cities', options: [{ id: 'turku', title: 'Turku' }] }]}
      />
      <Tabs label="Tabs" tabs={[{ value: 'first', label: 'First', panel: 'The first panel' }]} />
      <Dialog open={false} onClose={nothing} title="A question" />
      <Toaster />
    </>,
  )
  expect(html).toMatch(/<button [^>]*aria-haspopup="menu"[^>]*>More/)
  expect(html).toMatch(/<input [^>]*name="q"[^>]*value="Turin"/)
  expect(html).toContain('The first panel')
  expect(html).toContain('role="status"')
  expect(html).not.toMatch(/Share|Turku|A question/)
})
