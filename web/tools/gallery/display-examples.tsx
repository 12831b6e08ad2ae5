import { categoryIds } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { CategoryLabel } from '#app/features/categories/category-label.tsx'
import { Chip } from '#app/ui/buttons/chip.tsx'
import { ChipRow } from '#app/ui/buttons/chip-row.tsx'
import { NumberDisc } from '#app/ui/display/number-disc.tsx'
import { Tag } from '#app/ui/display/tag.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Skeleton, SkeletonText } from '#app/ui/feedback/skeleton.tsx'
import { Section } from '#app/ui/layout/section.tsx'

export function DisplayExamples() {
  return (
    <div className="min-w-0">
      <Section title="Chip, tag, icon">
        <ChipRow label="Categories">
          <Chip icon={<CategoryIcon category="ruin" size={18} />}>Past</Chip>
          <Chip icon={<CategoryIcon category="museum" size={18} />} on>
            Culture
          </Chip>
          <Chip count={74}>Museum</Chip>
          <Chip>Has photos</Chip>
          <Chip>Rated 4 and up</Chip>
          <Chip>Open now</Chip>
        </ChipRow>
        <p className="mt-4 flex flex-wrap items-center gap-2">
          <Tag>narrow</Tag>
          <Tag to="/explore">19th century</Tag>
          <CategoryLabel category="building" />
          <NumberDisc number={3} />
        </p>
        <p className="mt-4 flex flex-wrap gap-3">
          {categoryIds.map((category) => (
            <CategoryIcon key={category} category={category} size={24} />
          ))}
        </p>
        <p className="mt-4 flex flex-wrap gap-4 bg-map-land p-3">
          {categoryIds.slice(0, 8).map((category) => (
            <CategoryIcon key={category} category={category} size={27} halo />
          ))}
        </p>
      </Section>
      <Section title="Notice, skeleton">
        <div className="grid gap-3">
          <Notice>
            Is it this one? <i className="title">Villa della Regina</i> is 65 m from your pin.
          </Notice>
          <Notice kind="ok">
            You have two passkeys. If you lose the phone, you can still sign in with the laptop.
          </Notice>
          <Notice kind="warn">You are offline. The draft is kept on this device.</Notice>
          <Notice kind="bad">The request failed. Nothing is lost; try again in a moment.</Notice>
          <Skeleton className="h-24 w-40" />
          <SkeletonText widths={[0.8, 0.5]} />
        </div>
      </Section>
    </div>
  )
}
