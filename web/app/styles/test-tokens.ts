import { readFileSync } from 'node:fs'
import { type Container, parse } from 'postcss'

/** Values by name, such as `--paper` and `color-scheme`. */
type Tokens = Record<string, string>

/** Reads the design tokens for tests: the day theme, and both blocks of the night theme. */
export function readTokens(): { day: Tokens; systemNight: Tokens; night: Tokens } {
  const root = parse(readFileSync(new URL('./tokens.css', import.meta.url), 'utf8'))
  const read = (selector: string) => {
    const tokens: Tokens = {}
    const readRule = (rule: Container) =>
      rule.walkDecls(({ prop, value }) => {
        tokens[prop] = value
      })
    root.walkRules((rule) => {
      if (rule.selectors.includes(selector)) readRule(rule)
    })
    return tokens
  }
  return {
    day: read('[data-theme="day"]'),
    systemNight: read(':root:not([data-theme="day"])'),
    night: read('[data-theme="night"]'),
  }
}
