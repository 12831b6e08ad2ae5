import { type CategoryId, isLandscape } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { CategoryLabel } from '#app/features/categories/category-label.tsx'
import { cover } from '#app/features/covers/cover.ts'
import { memberCover } from '#app/features/covers/member-cover.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Avatar } from '#app/ui/display/avatar.tsx'
import { Bearing } from '#app/ui/display/bearing.tsx'
import { Facts } from '#app/ui/display/facts.tsx'
import { Rating } from '#app/ui/display/rating.tsx'
import { CardFrame } from '#app/ui/layout/card-frame.tsx'
import { CardGrid } from '#app/ui/layout/card-grid.tsx'
import { CardLine } from '#app/ui/layout/card-line.tsx'
import { LedgerRow } from '#app/ui/layout/ledger-row.tsx'
import { ListRow } from '#app/ui/layout/list-row.tsx'
import { Row } from '#app/ui/layout/row.tsx'
import { Section } from '#app/ui/layout/section.tsx'
import { WithMargin } from '#app/ui/layout/with-margin.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

const spots: { title: string; category: CategoryId }[] = [
  { title: 'Fetta di Polenta', category: 'building' },
  { title: 'Rocciamelone', category: 'summit' },
  { title: 'Giant’s Causeway and the long way round to it', category: 'coast' },
  { title: 'Altamira', category: 'cave' },
]

function Drawing({ svg }: { svg: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, free of text and script.
  return <div className="drawing" dangerouslySetInnerHTML={{ __html: svg }} />
}

export function ListExamples() {
  const theme = document.documentElement.dataset.theme === 'night' ? 'night' : 'day'
  const draw = (spot: (typeof spots)[number]) => (
    <Drawing svg={cover({ ...spot, lng: 7.6969, lat: 45.0678, format: 'card', theme })} />
  )
  return (
    <>
      <Section title="Card" more={<TextLink to="/explore">All new spots</TextLink>}>
        <CardGrid>
          {spots.map((spot) => (
            <CardFrame
              key={spot.title}
              to="/"
              title={spot.title}
              italic={isLandscape(spot.category)}
              picture={draw(spot)}
              margin={['45.0678° N 7.6969° E', 'JN35UB']}
            >
              <CardLine>
                <CategoryLabel category={spot.category} size={20} /> Turin
              </CardLine>
              <CardLine>
                <Rating value={4.7} count={38} />
              </CardLine>
            </CardFrame>
          ))}
        </CardGrid>
      </Section>
      <Section title="Rows">
        <WithMargin
          margin={
            <Facts
              facts={[
                { name: 'Coordinates', value: <span className="measured">45°04′04″N 7°41′49″E</span> },
                { name: 'Address', value: 'Corso San Maurizio, at Via Giulia di Barolo, 10124 Torino' },
              ]}
            />
          }
        >
          <ul>
            {spots.slice(0, 2).map((spot, index) => (
              <ListRow key={spot.title} to="/" title={spot.title} picture={draw(spot)} selected={index === 1}>
                <CardLine>
                  <CategoryLabel category={spot.category} /> <Rating value={4.7} count={38} />
                </CardLine>
                <CardLine>
                  <Bearing degrees={182} text="2.4 km S" words="2.4 kilometres south of Turin" />
                </CardLine>
              </ListRow>
            ))}
          </ul>
          <ol>
            {spots.map((spot, index) => (
              <LedgerRow
                key={spot.title}
                to="/"
                rank={index + 1}
                icon={<CategoryIcon category={spot.category} size={24} />}
                title={spot.title}
                place="Turin"
                end={<Rating value={4.9} />}
              />
            ))}
          </ol>
          <ul>
            <Row
              start={
                <Avatar>
                  <Drawing svg={memberCover('member-388', theme)} />
                </Avatar>
              }
              title="member-388"
              note="29 spots"
              actions={<Button>Follow</Button>}
            />
          </ul>
        </WithMargin>
      </Section>
    </>
  )
}
