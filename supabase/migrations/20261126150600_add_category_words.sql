-- More words for categories: those of the sources that places are imported from, and those of further languages.
insert into private.category_words (key, category, variants)
select key, min(category), array(select variant from private.list_word_variants(key) as variant)
from (
  select private.search_key(word) as key, category from (values
    ('summit', 'hills,volcano,volcanoes,montagne,montagnes,montagna,montanas,montanhas,vulkan,vulkane,гора,горы,вершина,山'),
    ('viewpoint', 'observation deck,observation decks,observation tower,observation towers,vista point,vista points,scenic lookout,scenic lookouts,aussichtsturm,aussichtsturme,miradouro,miradouros,смотровая площадка,展望台'),
    ('cave', 'cave entrance,gruta,grutas,grotten,пещера,пещеры,洞窟'),
    ('coast', 'seaside,praia,praias,stranden,marinas,lighthouse,lighthouses,leuchtturm,leuchtturme,phare,phares,пляж,пляжи,ビーチ,海岸,海滩'),
    ('swim', 'lidos,swimming hole,swimming holes,water park,water parks,sauna,saunas,spas,schwimmbad,schwimmbader,hallenbad,thermalbad,thermal bath,thermal baths,zwembad,zwembaden,бассейн,бассейны,プール'),
    ('waterfall', 'cachoeira,cachoeiras,waterval,watervallen,wodospad,wodospady,водопад,водопады,滝,瀑布'),
    ('spring', 'thermal spring,thermal springs,natural spring,natural springs,geyser,geysers,источник,источники,温泉,fuentes termales,aguas termales'),
    ('garden', 'botanical garden,botanical gardens,botanic garden,botanic gardens,botanischer garten,jardin botanico,jardin botanique,giardino botanico,orto botanico,city park,city parks,stadtpark,spielplatz,spielplatze,theme park,theme parks,amusement park,amusement parks,golf course,golf courses,picnic site,picnic sites,парк,парки,сад,公園,公园,공원'),
    ('wood', 'national park,national parks,nationalpark,nationalparks,parque nacional,parques nacionales,parc national,parcs nationaux,parco nazionale,parchi nazionali,aquarium,aquariums,wildlife reserve,wildlife reserves,nature park,nature parks,naturpark,zoologico,лес,зоопарк,森,動物園'),
    ('ruin', 'archaeological park,archaeological parks,ancient ruins,ancient site,ancient sites,roman ruins,historic site,historic sites,ruiny,руины,развалины,遺跡'),
    ('castle', 'citadels,palacio,palacios,palast,palaste,kasteel,kastelen,castelo,castelos,zamek,zamki,fortaleza,fortalezas,fortezza,fortezze,замок,замки,крепость,城,城堡,성'),
    ('sacred', 'basilica,basilicas,pagoda,pagodas,stupas,convents,place of worship,places of worship,igreja,igrejas,kloster,kerk,kerken,kosciol,koscioly,moschee,moscheen,mezquita,mezquitas,mosquee,mosquees,moschea,moschee,synagoge,synagogen,tempel,templo,templos,catedral,catedrales,cattedrale,cattedrali,basilique,церковь,церкви,храм,храмы,собор,мечеть,寺,神社,教会,寺庙'),
    ('memorial', 'war memorial,war memorials,cemetery,cemeteries,graveyard,graveyards,friedhof,friedhofe,cimetiere,cimetieres,cimitero,cementerio,cementerios,tombs,mahnmal,mahnmale,памятник,памятники,кладбище,記念碑'),
    ('museum', 'art museum,art museums,museu,museus,muzeum,muzea,musea,library,libraries,bibliothek,bibliotheken,biblioteca,bibliotecas,bibliotheque,bibliotheques,planetarium,planetariums,kunstmuseum,pinacoteca,exhibitions,музей,музеи,галерея,библиотека,博物館,博物馆,美術館,美术馆,박물관'),
    ('art', 'streetart,sculpture park,sculpture parks,escultura,esculturas,skulptur,skulpturen,murales,artworks'),
    ('building', 'theatre,theatres,theater,theaters,cinema,cinemas,movie theater,movie theaters,kino,kinos,opera house,opera houses,concert hall,concert halls,stadium,stadiums,stadion,stadien,estadio,estadios,stades,university,universities,universitat,town hall,town halls,city hall,city halls,rathaus,embassy,embassies,botschaft,botschaften,world heritage,world heritage site,world heritage sites,unesco,brucke,brucken,ponts,puentes,turme,театр,театры,мост,стадион,橋,塔'),
    ('curiosity', 'attraction,attractions,tourist attraction,tourist attractions,sight,sights,sightseeing,sehenswurdigkeit,sehenswurdigkeiten,landmark,landmarks,things to see,things to do,casinos,skatepark,skateparks,ice rink,ice rinks,достопримечательности,観光'),
    ('cafe', 'tea room,tea rooms,tea houses,teahouse,teahouses,konditorei,konditoreien,pastry shop,pastry shops,patisserie,patisseries,ice cream shop,ice cream shops,ice cream parlour,ice cream parlor,gelaterie,eisdiele,eisdielen,cafeteria,cafeterias,cafetaria,kawiarnia,kavarna,kahvila,кафе,пекарня,кофейня,カフェ,喫茶店,咖啡,카페'),
    ('kitchen', 'diner,diners,eatery,eateries,fast food,pizza places,steakhouse,steakhouses,wirtshaus,gaststatte,gaststatten,osterie,trattorie,restauracja,restauracje,restaurace,restoran,ravintola,ravintolat,vegan restaurant,vegan restaurants,ресторан,рестораны,レストラン,餐厅,饭店,식당'),
    ('bar', 'brewpub,brewpubs,taproom,taprooms,wine bar,wine bars,cocktail bar,cocktail bars,craft beer,winery,wineries,distillery,distilleries,cidery,cideries,kneipe,kneipen,night club,night clubs,birrerie,cervecerias,bodega,bodegas,weingut,weinguter,brasseries,бар,бары,пивоварня,バー,酒吧'),
    ('market', 'supermarket,supermarkets,supermarkt,supermarkte,supermarche,supermarches,supermercado,supermercados,supermercato,supermercati,grocery,groceries,grocery store,grocery stores,convenience store,convenience stores,liquor store,liquor stores,bookshop,bookshops,bookstore,bookstores,buchhandlung,librairie,librairies,shopping mall,shopping malls,shopping center,shopping centers,shopping centre,shopping centres,department store,department stores,clothes shop,clothes shops,flea market,flea markets,flohmarkt,flohmarkte,farmers market,farmers markets,tienda,tiendas,geschafte,boutique,boutiques,einkaufen,магазин,магазины,рынок,супермаркет,市場,市场,スーパー,商店'),
    ('station', 'bus station,bus stations,bus stop,bus stops,metro station,metro stations,subway station,subway stations,tram stop,tram stops,aeropuerto,aeropuertos,aeroport,aeroports,aeroporti,flughafen,lotnisko,вокзал,аэропорт,станция,駅,空港,车站,机场,역,공항'),
    ('stay', 'b b,bed and breakfast,bed and breakfasts,guesthouse,guesthouses,motel,motels,resorts,campground,campgrounds,camp site,camp sites,campingplatz,campingplatze,mountain hut,mountain huts,alpine hut,alpine huts,berghutte,berghutten,jugendherberge,jugendherbergen,pensionen,auberge,auberges,accommodation,lodging,places to stay,unterkunft,unterkunfte,alojamiento,hoteles,hoteis,отель,отели,гостиница,гостиницы,ホテル,酒店,旅館,호텔'),
    ('walk', 'hiking trail,hiking trails,walking trail,walking trails,walking path,walking paths,bike path,bike paths,wanderwege,wandern,spaziergang,spaziergange,senderismo,randonnees,passeggiate,squares,piazze,plazas,тропа,маршрут')
  ) as list (category, words), unnest(string_to_array(words, ',')) as word
) as added
where key <> ''
group by key
on conflict (key) do nothing;

-- With more words, they are looked up by index.
create index category_words_start_idx on private.category_words (key text_pattern_ops);
create index category_words_variants_idx on private.category_words using gin (variants) with (fastupdate = off);
create or replace function private.find_category(typed text, with_errors boolean) returns private.category_phrase
  language sql stable
  as $$
    select category, key, null, null, false,
      case when key = typed then 1 when starts_with(key, typed) then 0.62 + 0.2 * length(typed) / length(key)
        when errors = 1 and length(typed) >= 6 then 0.75 else 0.44 end::real
    from (
      select category, key, 0 as errors from private.category_words
      where key operator(pg_catalog.~>=~) typed and key operator(pg_catalog.~<~) (typed || chr(1114111))
      union all
      select category, key, private.count_errors(typed, key) from private.category_words
      where with_errors and length(typed) >= 4 and variants && private.get_typed_variants(typed) and not starts_with(key, typed)
        and private.count_errors(typed, key) <= private.get_most_errors(typed)
    ) as known
    where length(typed) >= 3
    order by (key = typed) desc, starts_with(key, typed) desc, errors, length(key), key limit 1
  $$;

create function private.get_place_links() returns text[]
  language sql immutable parallel safe
  return '{in,near,around,at,nearby,im,nahe,bei,en,em,dans,pres,vicino,cerca}'::text[];
comment on function private.get_place_links() is 'Words between a category and a place: "castles near Turin".';

create or replace function private.read_category_phrase(words text[], with_errors boolean) returns private.category_phrase
  language plpgsql stable
  as $$
declare
  links constant text[] := private.get_place_links();
  frees constant text[] := '{free,kostenlose,kostenfreie,gratis,gratuit,gratuits,gratuito,gratuitos,gratuiti}';
  plain text[] := words;
  phrase private.category_phrase;
  access text;
  link integer;
begin
  while plain[1] = any (frees || '{best,top,good,great,nice,famous,popular,beautiful,cheap,the,all,some,beste,besten,mejores,meilleurs,migliori}') and cardinality(plain) > 1 loop
    if plain[1] = any (frees) then access := 'free'; end if;
    plain := plain[2:];
  end loop;
  if plain[cardinality(plain)] = 'nearby' and cardinality(plain) > 1 then
    plain := plain || 'me'::text;
  end if;
  phrase := private.find_category(array_to_string(plain, ' '), with_errors);
  if phrase.category is not null then
    phrase.access := access;
    return phrase;
  end if;
  link := (select min(place) from unnest(plain) with ordinality as word (word, place) where word = any (links) and place > 1);
  if link < cardinality(plain) then
    phrase := private.find_category(array_to_string(plain[:link - 1], ' '), with_errors);
    while plain[link] = any (links || '{the,to,la,le,de,a,der,dem,von}'::text[]) and link < cardinality(plain) loop
      link := link + 1;
    end loop;
    phrase.is_near := array_to_string(plain[link:], ' ') in ('me', 'here', 'mir', 'hier', 'moi', 'ici', 'mi');
    phrase.place := case when not phrase.is_near then array_to_string(plain[link:], ' ') end;
    -- A spot of exactly this name comes before a misspelled category.
    phrase.quality := case when with_errors then 0.75 else 0.98 end;
  elsif cardinality(plain) > 1 then
    for cut in reverse cardinality(plain) - 1..1 loop
      phrase := private.find_category(array_to_string(plain[:cut], ' '), with_errors);
      phrase.place := array_to_string(plain[cut + 1:], ' ');
      exit when phrase.quality = 1 or (with_errors and phrase.category is not null and length(array_to_string(plain[:cut], ' ')) > 3);
      phrase := private.find_category(array_to_string(plain[cut + 1:], ' '), with_errors);
      phrase.place := array_to_string(plain[:cut], ' ');
      exit when phrase.quality = 1 or (with_errors and phrase.category is not null and length(array_to_string(plain[cut + 1:], ' ')) > 3);
      phrase := null;
    end loop;
    phrase.quality := case when with_errors then 0.3 else 0.33 end;
  end if;
  phrase.access := access;
  return phrase;
end
$$;
