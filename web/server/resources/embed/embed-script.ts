import { createHash } from 'node:crypto'

/**
 * The script of embeds. WordPress shows embeds of unknown sites in a sandbox in which links do not open. It passes a
 * secret in the fragment, and opens the links and sets the height that a message with the secret names. Elsewhere the
 * script does nothing.
 */
export const EMBED_SCRIPT = `(()=>{
const secret=new URLSearchParams(location.hash.slice(1)).get('secret')
if(!secret)return
const tell=(message,value)=>parent.postMessage({message,value,secret},'*')
tell('height',Math.ceil(document.body.scrollHeight))
addEventListener('click',(event)=>{
const link=event.target.closest('a')
if(link){event.preventDefault();tell('link',link.href)}
})
})()`

/** The script in the content security policy. */
export const EMBED_SCRIPT_HASH = `sha256-${createHash('sha256').update(EMBED_SCRIPT).digest('base64')}`
