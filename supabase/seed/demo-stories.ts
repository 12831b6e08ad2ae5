/** A story of the demo. In its text, a line with only `@key` places the spot with that key. */
export interface DemoStory {
  key: string
  slug: string
  title: string
  summary: string
  /** The slug of the city it belongs to, if any. */
  city: string | undefined
  body: string
}

/** Five short stories. The facts are true and name no invented people. */
export const demoStories: readonly DemoStory[] = [
  {
    key: 'turin',
    slug: 'turin-in-five-stops',
    title: 'Turin in five stops, before dinner',
    summary: 'Chocolate, vegetables, kings, a very thin house and a hill: one afternoon on foot.',
    city: 'turin',
    body: `Turin was laid out by soldiers, first Roman ones and then those of the dukes of Savoy, and it shows: the streets are straight, and at the end of most of them stands a mountain. So one can walk it without a map. This is the order that goes downhill.

Begin where the day does. The coffee house by the Consolata has served its three layers of coffee, chocolate and cream since 1763, and the only rule is not to stir.

@bicerin

A few streets on, the market fills a square with eight sides. It is packed up in the early afternoon, so do not linger over the chocolate.

@portapalazzo

The museum of Egypt came to be here because a consul from Piedmont sold what he had gathered along the Nile to the king, in 1824. Two hours are enough for the statues; the papyri deserve a third.

@museoegizio

Then towards the river, past a house that looks as if it had been cut off a larger one. It was not: the plot was simply too small for anything else.

@fettadipolenta

Cross the bridge and climb. The hill is low, and that is the point: from here the roofs lie just below the Alps.

@cappuccini`,
  },
  {
    key: 'springs',
    slug: 'four-ways-water-comes-up',
    title: 'Four ways in which water comes up',
    summary: 'It can burst, seep, glow or simply arrive. Four springs and what drives them.',
    city: undefined,
    body: `Most water comes down. Where it comes *up*, people have always built something: a temple, a bath, a car park. Four places, by the force behind them.

**Steam.** In the south-west of Iceland water sinks to hot rock, boils under the weight of what lies above it, and throws that into the air. It takes less than ten minutes to be ready again.

@strokkur

**Heat without haste.** Where the channel is wide, nothing bursts. The water wells up, cools as it spreads, and each ring of temperature gets the microbes that like it.

@grandprismatic

**Lime.** Warm water that is full of dissolved limestone gives it up when it meets the air. In western Turkey it has been building the same white steps since long before the Romans put a spa on top.

@pamukkale

**Rain.** The spring in the Vaucluse is only rain, gathered under a whole plateau of limestone and let out through one door. Divers and machines have gone down more than three hundred metres and found the floor, but not the whole of the way in.

@vaucluse`,
  },
  {
    key: 'stations',
    slug: 'stations-to-miss-a-train-in',
    title: 'Three stations to miss a train in',
    summary: 'Tiles in Porto, a dome in Antwerp, peacocks in Mumbai.',
    city: undefined,
    body: `When railways were new, a station had to say that they would stay. Three that still say so, and where nobody minds if you stand about and look up.

In Porto the trains leave from behind a hall of blue and white. The tiles are painted by hand and took more than ten years; on the upper rows kings ride to war, lower down people press wine and walk to a pilgrimage.

@saobento

Antwerp wanted a cathedral and got one, with a clock where the altar would be. A century later the tracks were carried through beneath it in a tunnel, on a third level, so that trains no longer had to turn round.

@antwerpen

Mumbai has the busiest of the three. The architect had seen London's St Pancras, the stonecutters came from the city's own school of art, and the two agreed on gargoyles.

@csmt`,
  },
  {
    key: 'barcelona',
    slug: 'what-the-neighbours-said',
    title: 'What the neighbours said',
    summary: 'Two failures by the same architect, and lunch between them.',
    city: 'barcelona',
    body: `The two works that most people come to Barcelona for were, in their own day, a bad investment and a joke.

The bad investment is the park. It was to be a quarter of sixty houses on a bare hill, with a market hall, a square and a guarded gate. The hall, the square and the gate were built. Of the houses, two were sold, and the architect moved into the show house himself. The city bought the ground in 1922 and opened it to everybody.

@parkguell

The joke is the block of flats. Newspapers drew it as a garage for airships and the neighbours called it the quarry, which is what it is still called. The owners went to court over the cost; the tenants could not place a straight cupboard against any wall.

@casamila

In between, eat standing up. The market by the Rambla has been on that spot, in one shape or another, since before the city wall went.

@boqueria`,
  },
  {
    key: 'castles',
    slug: 'four-castles-and-what-became-of-them',
    title: 'Four castles, and what became of them',
    summary: 'One was never taken, one was handed over, one was blown up and one became a village.',
    city: undefined,
    body: `A castle is an argument about what the next attack will look like. Four answers.

**Never tested.** The white keep of Himeji stands at the end of a path that turns, narrows and doubles back, so that whoever climbs it shows his side to the loopholes. In four centuries nobody tried.

@himeji

**Handed over.** The Krak held out against sieges for more than a hundred years. In 1271 the sultan's men took the outer ring; the knights inside then gave up the rest in return for free passage.

@krak

**Blown up.** Eilean Donan had a garrison of Spanish soldiers and a store of gunpowder when three frigates came up the loch in May 1719. The frigates used the one to get rid of the castle of the other. What stands there now was rebuilt two hundred years later.

@eileandonan

**Lived in.** Bourtange was made for cannon: low, thick, and with no wall that another wall cannot see. When cannon got better it became a village, and its moats were filled. The village dug them out again in the 1960s.

@bourtange`,
  },
]
