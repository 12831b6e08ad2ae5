import type { CategoryId } from '#app/features/categories/categories.ts'

/** Words in the names of places and lists by the category that they suggest, in the languages of many imports. */
const WORDS: Partial<Record<CategoryId, string>> = {
  summit: 'berg gipfel mont montagne monte cima vetta cumbre pico montaña szczyt hora vrchol 山',
  viewpoint: `aussichtspunkt aussicht aussichtsturm belvedere belvédère mirador miradouro panorama viewpoints punkt-widokowy
    vyhlídka uitzichtpunt uitkijktoren utsikt 展望台`,
  cave: 'höhle hohle grotte grotta cueva gruta jaskinia jeskyně grot',
  coast: `strand plage spiaggia playa praia plaża pláž beaches strände plages spiagge playas praias porto hafen leuchtturm
    phare faro farol latarnia vuurtoren île isola isla ilha insel`,
  swim: 'freibad schwimmbad hallenbad badesee see lac lago piscine piscina therme terme jezioro basen zwembad plavecký',
  waterfall: 'wasserfall wasserfälle cascade cascata cascada cachoeira wodospad vodopád waterval waterfalls',
  spring: 'quelle brunnen fontaine fontana fuente fonte źródło pramen bron',
  garden:
    'garten jardin giardino jardín jardim ogród zahrada tuin parc parco parque parks gardens gärten jardins spielplatz',
  wood: 'wald forêt bosco bosque floresta las les bos naturschutzgebiet réserve riserva reserva tierpark',
  ruin: 'ruine ruinen ruines rovine ruinas ruiny zřícenina',
  castle: `schloss schloß burg festung château castello castillo castelo zamek zámek hrad kasteel fortezza slott castles
    schlösser burgen châteaux castelli castillos`,
  sacred: `kirche dom kloster kapelle église cathédrale basilique chiesa duomo basilica santuario iglesia catedral igreja kościół
    katedra kostel kerk kirke kyrka churches kirchen églises chiese templo tempel moschee mosquée moschea mezquita 神社 寺`,
  memorial: 'denkmal friedhof cimetière cimitero cementerio cemitério cmentarz hřbitov monumento pomnik begraafplaats',
  museum:
    'museen musée musées museo musei museos museu museus muzeum muzea museums galerie galleria galería galeria 博物館 美术馆',
  art: 'streetart graffiti skulptur estatua statua',
  building: 'theater théâtre teatro teatr divadlo rathaus kino cinéma brücke pont ponte puente most',
  cafe: `café cafés cafes caffè caffe cafetería kawiarnia kavárna konditorei bäckerei boulangerie pâtisserie pasticceria gelateria
    panadería panetteria eisdiele eis gelato kaffee koffie kahve カフェ coffee`,
  kitchen: `ristorante ristoranti restaurante restaurantes restaurants restauracja restaurace restoran lokanta trattoria osteria
    pizzeria pizza taverna tavern tapas brasserie gasthaus gasthof wirtshaus imbiss sushi ramen burger food essen manger cibo
    comida comer jedzenie jídlo eten mangiare レストラン 餐厅`,
  bar: 'bars kneipe biergarten brauerei birreria brasserie-artisanale enoteca vinothek cervecería cervejaria piwo pivo pubs drinks',
  market:
    'markt marché mercato mercado targ trh mercati märkte shopping laden geschäft boutique negozio tienda loja sklep',
  walk: 'wanderung wanderweg wanderungen randonnée sentier sentiero sendero trilha szlak hikes hiking hike wandern escursione',
  station: 'bahnhof gare stazione estación estação dworzec nádraží aeroporto aeropuerto flughafen aéroport',
  stay: `hotels hôtel albergo pension unterkunft campingplatz camping rifugio refuge agriturismo hostal alojamiento nocleg
    übernachtung schlafen dormir ryokan`,
}

const BY_WORD = new Map(
  Object.entries(WORDS).flatMap(([category, words]) =>
    words.split(/\s+/).map((word) => [word, category as CategoryId]),
  ),
)

/** Returns the category that a word suggests, or null. */
export function findCategoryWord(word: string): CategoryId | null {
  return BY_WORD.get(word.toLowerCase()) ?? null
}
