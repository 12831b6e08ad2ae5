/** Readers that are no people, by what they call themselves. Phones named CUBOT are among them, so bots get the same app. */
const BOT = /bot\b|chrome-lighthouse|facebookexternalhit|google\b/i
const NAMED_BOT = /[\w.-]*(?:bot\b|chrome-lighthouse|facebookexternalhit|google\b)/i

/** Whether a user agent is a bot that shall never see an error page of the browser's making. */
export function isBot(userAgent: string): boolean {
  return BOT.test(userAgent)
}

/** What a bot calls itself, such as `Googlebot`; undefined for everybody else. */
export function findBotName(userAgent: string): string | undefined {
  return NAMED_BOT.exec(userAgent)?.[0]
}
