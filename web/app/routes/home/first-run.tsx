import type { FirstStep } from '#app/features/account/first-steps/first-steps.ts'
import { FirstStepsList } from '#app/features/account/first-steps/first-steps-list.tsx'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'

/** The first steps of the administrator of a new site, in place of the introduction. Only they see it. */
export function FirstRun({ steps }: { steps: FirstStep[] }) {
  return (
    <>
      <h1 className="title text-display">The sheet is blank. It is yours.</h1>
      <p className="home-lead">You are the administrator. Six things, in any order; only you see this list.</p>
      <FirstStepsList steps={steps} />
      <PageForm method="post" className="home-first-hide">
        <input type="hidden" name="intent" value="hide-first-steps" />
        <Button type="submit" variant="quiet">
          Hide this list
        </Button>{' '}
        It stays under Moderation, Settings.
      </PageForm>
    </>
  )
}
