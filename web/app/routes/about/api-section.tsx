import { href } from 'react-router'
import { useAppSettings } from '#app/platform/root-data.ts'
import { CopyButton } from '#app/ui/buttons/copy-button.tsx'
import { Section } from '#app/ui/layout/section.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import './api-section.css'

/** The section on the API: tokens, three examples that run as shown, and the description of all functions. */
export function ApiSection() {
  const { supabaseUrl: url, publishableKey: key } = useAppSettings()
  return (
    <div id="api">
      <Section title="API for programs">
        <div className="prose">
          <p>
            Programs can use this site on your behalf, under the same rules. Create an access token in your{' '}
            <TextLink to={`${href('/account/settings')}?section=tokens`}>settings</TextLink>, put it in place of{' '}
            <code>hab_…</code>, and treat it like a password. Without a token, programs see what visitors see.
          </p>
          <p>
            All functions with their arguments and results are described in OpenAPI 3.1:{' '}
            <TextLink to="/openapi.json" reloadDocument>
              openapi.json
            </TextLink>
            . A token may make 600 requests per minute.
          </p>
        </div>
        <Example title="curl" code={curl(url)} />
        <Example title="supabase-js" code={javaScript(url, key)} />
        <Example title="Python" code={python(url)} />
        <div className="prose">
          <p>
            To show a spot, list, city or search in a website, choose “Share”, then “Embed in a website”. WordPress and
            Ghost need only the address shown there.
          </p>
        </div>
      </Section>
    </div>
  )
}

function Example({ title, code }: { title: string; code: string }) {
  return (
    <figure className="api-example">
      <figcaption>
        {title} <CopyButton text={code} label={`Copy the example for ${title}`} done="Example copied" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the box scrolls sideways, with the keyboard too */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}

const curl = (url: string) => `curl ${url}/rest/v1/rpc/suggest \\
  -H 'Authorization: Bearer hab_…' \\
  -H 'Content-Type: application/json' \\
  -d '{"q":"mill"}'`

const javaScript = (url: string, key: string) => `import { createClient } from '@supabase/supabase-js'

const supabase = createClient('${url}', '${key}', {
  accessToken: async () => 'hab_…',
})
const { data, error } = await supabase.rpc('suggest', { q: 'mill' })`

const python = (url: string) => `import json, urllib.request

request = urllib.request.Request(
    "${url}/rest/v1/rpc/suggest",
    data=json.dumps({"q": "mill"}).encode(),
    headers={"Authorization": "Bearer hab_…", "Content-Type": "application/json"},
)
print(json.load(urllib.request.urlopen(request)))`
