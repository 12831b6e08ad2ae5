import { expect, test } from 'vitest'
import { findBotName, isBot } from './bots.ts'

const BOTS = {
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)': 'Googlebot',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0)': 'bingbot',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)': 'AhrefsBot',
  'Mozilla/5.0 (Macintosh) AppleWebKit/600.2.5 (Applebot/0.1)': 'Applebot',
  'Mozilla/5.0 (Linux; Android 11) Chrome/119 Safari/537.36 Chrome-Lighthouse': 'Chrome-Lighthouse',
  'facebookexternalhit/1.1': 'facebookexternalhit',
  'Mozilla/5.0 (Linux; Android 9; CUBOT X19) Mobile Safari/537.36': 'CUBOT',
}
const PEOPLE = [
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'WhatsApp/2.23',
  'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/119 Safari/537.36',
  'all about robots',
  '',
]

test('recognises bots by their user agent (runtime 3.2)', () => {
  for (const [userAgent, name] of Object.entries(BOTS))
    expect([isBot(userAgent), findBotName(userAgent)]).toEqual([true, name])
  for (const userAgent of PEOPLE) expect([isBot(userAgent), findBotName(userAgent)]).toEqual([false, undefined])
})
