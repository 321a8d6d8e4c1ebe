import { sessionRefreshTicks, sessionTickSeconds } from './limits.ts'
import * as storageKeys from './storage-keys.ts'

/** A call that the page has sent before the app was loaded. */
export interface EarlyCall {
  /** Access token that it was sent with. */
  readonly token: string
  /** Id of the user who was signed in. */
  readonly userId: string
  /** Milliseconds since 1970, by the browser's clock. */
  readonly sentAt: number
  /** Set when the response has arrived. */
  readonly receivedAt?: number
  readonly response: Promise<Response>
}

declare global {
  interface Window {
    /** Calls that the page has sent before the app was loaded, by operation. */
    earlyCalls?: Record<string, EarlyCall>
  }
}

/**
 * Inline script of the app pages, which runs after `beforePaint`. Sends the first calls of the page, named in
 * `data-calls`, as the signed-in user. The app takes their responses: see `web/src/lib/early-calls.ts`. It leaves a token
 * that expires soon to the app, which refreshes it. With `data-frame`, it sets `data-early` if the address has no query:
 * the app then takes the prerendered frame over. It closes rejected responses, which the app does not take: a response
 * that nothing reads keeps its connection for half a minute. When the call named in `data-sections-after` succeeds, it
 * requests the files of the admin section in the address, from the map in `data-sections`. It gives a page to which the
 * user returns the height that it had: see `use-kept-height.ts`. The content security policy allows the script by the
 * hash of exactly these characters.
 */
export const earlyCalls = `(function(page,script){
try{
if(!('session' in page))return;
var session=JSON.parse(localStorage.getItem('${storageKeys.session}')||sessionStorage.getItem('${storageKeys.session}'));
if(history.state&&history.state.height)document.documentElement.style.cssText='--kept-height:'+history.state.height+'px;--kept-anchor:none';
if(session.expires_at-Date.now()/1000<${sessionTickSeconds * sessionRefreshTicks})return;
window.earlyCalls={};
if('frame' in script&&!location.search)page.early='';
script.calls.split(' ').forEach(function(name){
var call={token:session.access_token,userId:session.user.id,sentAt:Date.now()};
call.response=fetch('/functions/'+name,{method:'POST',headers:{'content-type':'application/json',authorization:'Bearer '+session.access_token},body:'{}',signal:AbortSignal.timeout(30000)});
call.response.then(function(response){call.receivedAt=Date.now();if(!response.ok)response.body.cancel();else if(name===script.sectionsAfter)request(JSON.parse(script.sections))},function(){});
window.earlyCalls[name]=call
})
function request(files){
(files[location.pathname.split('/').filter(Boolean).pop()]||files.users).forEach(function(href){
document.head.append(Object.assign(document.createElement('link'),/css$/.test(href)?{rel:'preload',as:'style',crossOrigin:'',href:href}:{rel:'modulepreload',href:href}))
})
}
}catch(e){}
})(document.documentElement.dataset,document.currentScript.dataset)`
