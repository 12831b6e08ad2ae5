-- Names in the form in which search compares them: lower case, Latin letters, no accents, words separated by one blank.
-- Moskva finds Москва, and the other way round.
create extension if not exists fuzzystrmatch with schema extensions;

create function private.latin_letters() returns jsonb
  language sql immutable parallel safe
  as $$
    select '{
      "а":"a","б":"b","в":"v","г":"g","д":"d","е":"e","ё":"e","ж":"zh","з":"z","и":"i","й":"y","к":"k","л":"l",
      "м":"m","н":"n","о":"o","п":"p","р":"r","с":"s","т":"t","у":"u","ф":"f","х":"kh","ц":"ts","ч":"ch",
      "ш":"sh","щ":"shch","ъ":"","ы":"y","ь":"","э":"e","ю":"yu","я":"ya",
      "і":"i","ї":"i","є":"ie","ґ":"g","ў":"u","ђ":"dj","ј":"j","љ":"lj","њ":"nj","ћ":"c","џ":"dz","ѓ":"g",
      "ќ":"k","ѕ":"dz","ә":"a","ғ":"g","қ":"k","ң":"n","ө":"o","ұ":"u","ү":"u","һ":"h",
      "α":"a","β":"v","γ":"g","δ":"d","ε":"e","ζ":"z","η":"i","θ":"th","ι":"i","κ":"k","λ":"l","μ":"m","ν":"n",
      "ξ":"x","ο":"o","π":"p","ρ":"r","σ":"s","ς":"s","τ":"t","υ":"y","φ":"f","χ":"ch","ψ":"ps","ω":"o",
      "ա":"a","բ":"b","գ":"g","դ":"d","ե":"e","զ":"z","է":"e","ը":"e","թ":"t","ժ":"zh","ի":"i","լ":"l","խ":"kh",
      "ծ":"ts","կ":"k","հ":"h","ձ":"dz","ղ":"gh","ճ":"ch","մ":"m","յ":"y","ն":"n","շ":"sh","ո":"o","չ":"ch",
      "պ":"p","ջ":"j","ռ":"r","ս":"s","վ":"v","տ":"t","ր":"r","ց":"ts","ւ":"v","փ":"p","ք":"k","օ":"o","ֆ":"f",
      "և":"ev",
      "ა":"a","ბ":"b","გ":"g","დ":"d","ე":"e","ვ":"v","ზ":"z","თ":"t","ი":"i","კ":"k","ლ":"l","მ":"m","ნ":"n",
      "ო":"o","პ":"p","ჟ":"zh","რ":"r","ს":"s","ტ":"t","უ":"u","ფ":"p","ქ":"k","ღ":"gh","ყ":"q","შ":"sh",
      "ჩ":"ch","ც":"ts","ძ":"dz","წ":"ts","ჭ":"ch","ხ":"kh","ჯ":"j","ჰ":"h",
      "あ":"a","い":"i","う":"u","え":"e","お":"o","か":"ka","き":"ki","く":"ku","け":"ke","こ":"ko","が":"ga","ぎ":"gi",
      "ぐ":"gu","げ":"ge","ご":"go","さ":"sa","し":"shi","す":"su","せ":"se","そ":"so","ざ":"za","じ":"ji","ず":"zu",
      "ぜ":"ze","ぞ":"zo","た":"ta","ち":"chi","つ":"tsu","て":"te","と":"to","だ":"da","ぢ":"ji","づ":"zu","で":"de",
      "ど":"do","な":"na","に":"ni","ぬ":"nu","ね":"ne","の":"no","は":"ha","ひ":"hi","ふ":"fu","へ":"he","ほ":"ho",
      "ば":"ba","び":"bi","ぶ":"bu","べ":"be","ぼ":"bo","ぱ":"pa","ぴ":"pi","ぷ":"pu","ぺ":"pe","ぽ":"po","ま":"ma",
      "み":"mi","む":"mu","め":"me","も":"mo","や":"ya","ゆ":"yu","よ":"yo","ら":"ra","り":"ri","る":"ru","れ":"re",
      "ろ":"ro","わ":"wa","を":"o","ん":"n","ゔ":"vu","っ":"^","ゃ":"~ya","ゅ":"~yu","ょ":"~yo","ぁ":"a","ぃ":"i","ぅ":"u",
      "ぇ":"e","ぉ":"o",
      "ア":"a","イ":"i","ウ":"u","エ":"e","オ":"o","カ":"ka","キ":"ki","ク":"ku","ケ":"ke","コ":"ko","ガ":"ga","ギ":"gi",
      "グ":"gu","ゲ":"ge","ゴ":"go","サ":"sa","シ":"shi","ス":"su","セ":"se","ソ":"so","ザ":"za","ジ":"ji","ズ":"zu",
      "ゼ":"ze","ゾ":"zo","タ":"ta","チ":"chi","ツ":"tsu","テ":"te","ト":"to","ダ":"da","ヂ":"ji","ヅ":"zu","デ":"de",
      "ド":"do","ナ":"na","ニ":"ni","ヌ":"nu","ネ":"ne","ノ":"no","ハ":"ha","ヒ":"hi","フ":"fu","ヘ":"he","ホ":"ho",
      "バ":"ba","ビ":"bi","ブ":"bu","ベ":"be","ボ":"bo","パ":"pa","ピ":"pi","プ":"pu","ペ":"pe","ポ":"po","マ":"ma",
      "ミ":"mi","ム":"mu","メ":"me","モ":"mo","ヤ":"ya","ユ":"yu","ヨ":"yo","ラ":"ra","リ":"ri","ル":"ru","レ":"re",
      "ロ":"ro","ワ":"wa","ヲ":"o","ン":"n","ヴ":"vu","ッ":"^","ャ":"~ya","ュ":"~yu","ョ":"~yo","ァ":"a","ィ":"i","ゥ":"u",
      "ェ":"e","ォ":"o","ー":"",
      "\u1100":"g","\u1101":"kk","\u1102":"n","\u1103":"d","\u1104":"tt","\u1105":"r","\u1106":"m","\u1107":"b",
      "\u1108":"pp","\u1109":"s","\u110a":"ss","\u110b":"","\u110c":"j","\u110d":"jj","\u110e":"ch",
      "\u110f":"k","\u1110":"t","\u1111":"p","\u1112":"h","\u1161":"a","\u1162":"ae","\u1163":"ya",
      "\u1164":"yae","\u1165":"eo","\u1166":"e","\u1167":"yeo","\u1168":"ye","\u1169":"o","\u116a":"wa",
      "\u116b":"wae","\u116c":"oe","\u116d":"yo","\u116e":"u","\u116f":"wo","\u1170":"we","\u1171":"wi",
      "\u1172":"yu","\u1173":"eu","\u1174":"ui","\u1175":"i","\u11a8":"k","\u11a9":"k","\u11aa":"k",
      "\u11ab":"n","\u11ac":"n","\u11ad":"n","\u11ae":"t","\u11af":"l","\u11b0":"l","\u11b1":"l","\u11b2":"l",
      "\u11b3":"l","\u11b4":"l","\u11b5":"l","\u11b6":"l","\u11b7":"m","\u11b8":"p","\u11b9":"p","\u11ba":"t",
      "\u11bb":"t","\u11bc":"ng","\u11bd":"t","\u11be":"t","\u11bf":"k","\u11c0":"t","\u11c1":"p","\u11c2":"t"
    }'::jsonb
  $$;
comment on function private.latin_letters is
  'Latin letters for those of other alphabets. ~ marks a small kana that changes the one before, ^ a doubled consonant.';

create function private.latinise(value text) returns text
  language sql immutable parallel safe
  as $$
    select regexp_replace(regexp_replace(regexp_replace(
        string_agg(coalesce(
          private.latin_letters() ->> letter,
          case when letter collate "C" between '가' and '힣' then (
            select string_agg(private.latin_letters() ->> part, '' order by place)
            from unnest(string_to_array(normalize(letter, nfd), null)) with ordinality as parts (part, place)
          ) end,
          private.latin_letters() ->> left(normalize(letter, nfd), 1),
          letter
        ), '' order by place),
      '(sh|ch|j)i~y', '\1', 'g'), 'i~y', 'y', 'g'), '\^([a-z])', '\1\1', 'g')
    from unnest(string_to_array(lower(normalize(value, nfkc)), null)) with ordinality as letters (letter, place)
  $$;
comment on function private.latinise is
  'Transliterates Cyrillic, Greek, Armenian, Georgian, kana and Hangul. Leaves other scripts as they are.';

create function private.search_key(value text) returns text
  language sql immutable parallel safe
  return btrim(regexp_replace(regexp_replace(private.fold(
      case when value ~ '[^\u0001-\u024f\u1e00-\u1eff\u2000-\u206f]' then private.latinise(value) else value end
    ), '[''’`´]s\M', 's', 'g'), '[^[:alnum:]]+', ' ', 'g'));
comment on function private.search_key is 'A name in the form in which search compares it. Empty if it has no letter or digit.';

-- Everybody who writes a spot computes its key.
grant execute on function private.latin_letters, private.latinise, private.search_key to anon, authenticated;

alter table public.spots add name_key text generated always as (private.search_key(title)) stored;
comment on column public.spots.name_key is 'The title in the form in which search compares it.';

-- Ranges of names that start with the typed text. The best names of a short start are found in the order of the score.
create index spots_name_key_idx on public.spots (name_key text_pattern_ops)
  where status in ('published', 'closed') and visibility in ('public', 'members');
create index spots_name_start_idx on public.spots (left(name_key, 2), score desc)
  where status in ('published', 'closed') and visibility in ('public', 'members');
create index spots_name_long_start_idx on public.spots (left(name_key, 4), score desc)
  where status in ('published', 'closed') and visibility in ('public', 'members');

-- Words anywhere in the name.
create index spots_name_words_idx on public.spots using gin (array_to_tsvector(string_to_array(name_key, ' ')))
  with (fastupdate = off)
  where status in ('published', 'closed') and visibility in ('public', 'members');
