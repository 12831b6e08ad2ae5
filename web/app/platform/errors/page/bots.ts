/** Matches the user agents of bots. Phones called CUBOT match too, so bots get the same app. */
const BOT = /bot\b|chrome-lighthouse|facebookexternalhit|google\b/i
const NAMED_BOT = /[\w.-]*(?:bot\b|chrome-lighthouse|facebookexternalhit|google\b)/i

/** Returns true for bots, which never see an error page that the browser renders. */
export function isBot(userAgent: string): boolean {
  return BOT.test(userAgent)
}

/** Returns the name of a bot, such as `Googlebot`. Undefined for other user agents. */
export function findBotName(userAgent: string): string | undefined {
  return NAMED_BOT.exec(userAgent)?.[0]
}
