import { categories, groupIds, groups, listCategoriesOf } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { accessIds, type SpotFilter, sortIds } from '#app/features/explore/filters/spot-filter.ts'
import { Checkbox } from '#app/ui/forms/choices/checkbox.tsx'
import { Choice } from '#app/ui/forms/choices/choice.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { TextInput } from '#app/ui/forms/text/text-input.tsx'
import { accessWords, sortWords } from './filter-words.ts'

const RATINGS = [3, 4, 5] as const

/** The fields of all filters. `parseSpotFilter` reads them. */
export function FilterFields({ filter }: { filter: SpotFilter }) {
  return (
    <>
      <Field label="Words" hint="In the title, the tags and the description.">
        {(control) => <TextInput {...control} name="q" defaultValue={filter.words} maxLength={200} />}
      </Field>
      <Field label="Tags" hint="Separate tags by commas. Spots must have all of them.">
        {(control) => <TextInput {...control} name="tag" defaultValue={filter.tags.join(', ')} />}
      </Field>
      <CategoryChoices filter={filter} />
      <RatingChoices filter={filter} />
      <fieldset>
        <legend>Photos</legend>
        <Checkbox name="photos" value="1" label="Has photos" defaultChecked={filter.hasPhotos} />
      </fieldset>
      <fieldset>
        <legend>Access</legend>
        {accessIds.map((id) => (
          <Checkbox
            key={id}
            name="access"
            value={id}
            label={accessWords[id][0]}
            defaultChecked={filter.access.includes(id)}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>Sort</legend>
        {sortIds.map((sort) => (
          <Choice
            key={sort}
            type="radio"
            name="sort"
            value={sort}
            label={sortWords[sort]}
            defaultChecked={filter.sort === sort}
          />
        ))}
      </fieldset>
    </>
  )
}

function CategoryChoices({ filter }: { filter: SpotFilter }) {
  return groupIds.map((group) => (
    <fieldset key={group}>
      <legend>{groups[group]}</legend>
      <div className="explore-panel-categories">
        {listCategoriesOf(group).map((id) => (
          <Checkbox
            key={id}
            name="kind"
            value={id}
            defaultChecked={filter.categories.includes(id)}
            label={
              <span className="category-label">
                <CategoryIcon category={id} size={20} />
                {categories[id].name}
              </span>
            }
          />
        ))}
      </div>
    </fieldset>
  ))
}

function RatingChoices({ filter }: { filter: SpotFilter }) {
  return (
    <fieldset>
      <legend>Rating</legend>
      <Choice type="radio" name="rating" value="" label="Any" defaultChecked={filter.minRating === null} />
      {RATINGS.map((rating) => (
        <Choice
          key={rating}
          type="radio"
          name="rating"
          value={rating}
          label={rating === 5 ? 'Rated 5' : `${rating} and up`}
          defaultChecked={filter.minRating === rating}
        />
      ))}
    </fieldset>
  )
}
