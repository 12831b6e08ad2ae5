-- Words that name a category of spots, in search: "castles near Turin", "free museums in Paris".
create table private.category_words (
  key text primary key,
  category text not null references public.categories (id) on update cascade on delete cascade,
  variants bigint[] not null default '{}'
);
create index category_words_category_idx on private.category_words (category);
alter table private.category_words enable row level security;
comment on table private.category_words is 'Words for categories, as private.search_key writes them. Changed only by migrations.';
insert into private.category_words (key, category)
select word, category from (values
  ('summit', 'summit,summits,peak,peaks,mountain,mountains,mountain top,cima,gipfel,berge,sommet,cumbre'),
  ('viewpoint', 'viewpoint,viewpoints,view,views,lookout,lookouts,scenic view,scenic views,panorama,belvedere,aussichtspunkt,aussichtspunkte,point de vue,mirador,miradores'),
  ('cave', 'cave,caves,rock,rocks,grotto,grottos,cavern,caverns,grotta,grotte,hohle,hohlen,cueva,cuevas,cave rock'),
  ('coast', 'coast,coasts,beach,beaches,shore,cliff,cliffs,spiaggia,spiagge,strand,strande,plage,plages,playa,playas'),
  ('swim', 'swim,swimming,swimming place,swimming places,swimming pool,swimming pools,pool,pools,bathing,bath,baths,badestelle,freibad,piscina,piscine,piscinas'),
  ('waterfall', 'waterfall,waterfalls,cascade,cascades,cascata,cascate,wasserfall,wasserfalle,cascada,cascadas'),
  ('spring', 'spring,springs,hot spring,hot springs,fountain,fountains,drinking water,onsen,sorgente,terme,fontana,fontane,quelle,quellen,brunnen,fontaine,fontaines,fuente,fuentes'),
  ('garden', 'garden,gardens,park,parks,garden park,playground,playgrounds,giardino,giardini,parco,parchi,garten,parc,parcs,jardin,jardins,jardines,parque,parques'),
  ('wood', 'wood,woods,forest,forests,wildlife,nature reserve,nature reserves,zoo,zoos,wood wildlife,bosco,boschi,wald,walder,foret,forets,bosque,bosques'),
  ('ruin', 'ruin,ruins,archaeological site,archaeological sites,ancient place,ancient places,rovina,rovine,ruine,ruinen,ruines,ruinas'),
  ('castle', 'castle,castles,fortress,fortresses,fort,forts,palace,palaces,castello,castelli,burg,burgen,schloss,schlosser,chateau,chateaux,castillo,castillos'),
  ('sacred', 'sacred place,sacred places,church,churches,temple,temples,mosque,mosques,synagogue,synagogues,cathedral,cathedrals,shrine,shrines,monastery,monasteries,chapel,chapels,abbey,abbeys,chiesa,chiese,kirche,kirchen,dom,eglise,eglises,iglesia,iglesias'),
  ('memorial', 'memorial,memorials,monument,monuments,statue,statues,denkmal,denkmaler,monumento,monumenti,monumentos'),
  ('museum', 'museum,museums,gallery,galleries,art gallery,art galleries,museo,musei,museen,musee,musees,museos'),
  ('art', 'street art,art,mural,murals,graffiti,public art,sculpture,sculptures,arte,kunst'),
  ('building', 'building,buildings,architecture,tower,towers,bridge,bridges,skyscraper,skyscrapers,edificio,gebaude'),
  ('curiosity', 'curiosity,curiosities,oddity,oddities,curiosita,kuriositat'),
  ('cafe', 'cafe,cafes,coffee,coffee shop,coffee shops,coffeehouse,bakery,bakeries,cafe bakery,tea house,ice cream,caffe,pasticceria,gelateria,backerei,kaffee,boulangerie,panaderia'),
  ('kitchen', 'restaurant,restaurants,kitchen,kitchens,food,places to eat,pizza,pizzeria,pizzerias,trattoria,ristorante,ristoranti,bistro,bistros,restaurante,restaurantes,gasthaus'),
  ('bar', 'bar,bars,brewery,breweries,pub,pubs,beer,beer garden,beer gardens,bar brewery,nightclub,nightclubs,birreria,brauerei,brauereien,biergarten,brasserie,cerveceria'),
  ('market', 'market,markets,shop,shops,store,stores,shopping,market shop,mall,malls,mercato,mercati,negozio,negozi,markt,markte,marche,marches,mercado,mercados'),
  ('walk', 'walk,walks,hike,hikes,hiking,trail,trails,path,paths,passeggiata,sentiero,sentieri,wanderung,wanderungen,wanderweg,randonnee,sendero,senderos'),
  ('station', 'station,stations,train station,train stations,railway station,railway stations,airport,airports,stazione,stazioni,bahnhof,bahnhofe,gare,gares,estacion,estaciones,aeroporto,flughafen'),
  ('stay', 'stay,stays,hut,huts,hut stay,hotel,hotels,hostel,hostels,campsite,campsites,camping,guest house,guest houses,albergo,alberghi,rifugio,rifugi,hutte,hutten,refuge,refuges,refugio')
) as words (category, list), unnest(string_to_array(list, ',')) as word;
update private.category_words as known
  set variants = array(select variant from private.list_word_variants(known.key) as variant);

create type private.category_phrase as (category text, word text, access text, place text, is_near boolean, quality real);

create function private.find_category(typed text, with_errors boolean) returns private.category_phrase
  language sql stable
  as $$
    select category, key, null, null, false,
      case when key = typed then 1 when starts_with(key, typed) then 0.62 + 0.2 * length(typed) / length(key)
        when errors = 1 and length(typed) >= 6 then 0.75 else 0.44 end::real
    from (
      select category, key, private.count_errors(typed, key) as errors from private.category_words
      where starts_with(key, typed) or (with_errors and length(typed) >= 4 and variants && private.get_typed_variants(typed)
        and private.count_errors(typed, key) <= private.get_most_errors(typed))
    ) as known
    where length(typed) >= 3
    order by (key = typed) desc, starts_with(key, typed) desc, errors, length(key), key limit 1
  $$;
comment on function private.find_category is 'The category whose word is the typed text, starts with it or, with errors, resembles it.';

-- "free museums in Paris", "castles near Turin", "castles turin", "turin castles", "museums near me".
create function private.read_category_phrase(words text[], with_errors boolean) returns private.category_phrase
  language plpgsql stable
  as $$
declare
  links constant text[] := '{in,near,around,at,nearby,nahe,bei,pres,vicino,cerca}';
  plain text[] := words;
  phrase private.category_phrase;
  access text;
  link integer;
begin
  while plain[1] in ('free', 'best', 'top', 'good', 'the', 'all', 'kostenlose', 'gratis') and cardinality(plain) > 1 loop
    if plain[1] in ('free', 'kostenlose', 'gratis') then access := 'free'; end if;
    plain := plain[2:];
  end loop;
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
    phrase.is_near := array_to_string(plain[link:], ' ') in ('me', 'here', 'mir', 'moi');
    phrase.place := case when not phrase.is_near then array_to_string(plain[link:], ' ') end;
    phrase.quality := 0.98;
  elsif cardinality(plain) > 1 then
    for cut in reverse cardinality(plain) - 1..1 loop
      phrase := private.find_category(array_to_string(plain[:cut], ' '), with_errors);
      phrase.place := array_to_string(plain[cut + 1:], ' ');
      exit when phrase.quality = 1 or (with_errors and phrase.category is not null);
      phrase := private.find_category(array_to_string(plain[cut + 1:], ' '), with_errors);
      phrase.place := array_to_string(plain[:cut], ' ');
      exit when phrase.quality = 1 or (with_errors and phrase.category is not null);
      phrase := null;
    end loop;
    phrase.quality := case when with_errors then 0.3 else 0.33 end;
  end if;
  phrase.access := access;
  return phrase;
end
$$;
comment on function private.read_category_phrase is 'The category, the access and the place that a search names; category is null if it names none.';
