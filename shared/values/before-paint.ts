import * as storageKeys from './storage-keys.ts'

/**
 * Marks the page as visited with a session or through a referral link, so that nothing moves when the app loads.
 * Blocked browser storage throws and counts as signed out. Most addresses have no query. For these, a slow phone need
 * not compile the regular expression before the first paint.
 */
const markPage = `(function(page){
if(location.search&&/[?&]ref(errer)?=./.test(location.search))page.referral='';
try{if(localStorage.getItem('${storageKeys.session}')&&(!localStorage.getItem('${storageKeys.sessionRun}')||document.cookie.includes('${storageKeys.sessionRun}='))||sessionStorage.getItem('${storageKeys.session}'))page.session=''}catch(e){}
})(document.documentElement.dataset)`

/**
 * Shows the cookie banner to visitors who have not chosen yet, and keeps their choice for the boot script. A banner
 * that appeared when the boot script arrives would cover what a visitor on a slow connection is about to press. The
 * boot script also shows it for choices that are out of date.
 */
const askForConsent = `(function(page){
try{if(!localStorage.getItem('${storageKeys.cookieConsent}'))page.consent='unset'}catch(e){}
document.addEventListener('click',function(event){
var button=event.target.closest&&event.target.closest('[data-consent-choice]');
if(!button)return;
page.consentPressed=button.dataset.consentChoice;
delete page.consent
})
})(document.documentElement.dataset)`

/**
 * Keeps presses of controls that need the app: those with `data-app`, and every button in the content of a shell.
 * Repeats each control's press once when the app is ready. Tabs react to `mousedown`, so that is repeated too. An
 * impatient second press does not count. Each kept press marks the page and the pressed button, which is busy until the
 * repeat, and dispatches `press-kept`, for which the boot script loads the app. At `app-failed`, the kept presses are
 * dropped: the visitor may change the form before the app loads after all. The app attaches its handlers a moment
 * before it is ready; these listeners run before them.
 */
const keepPresses = `(function(page,kept,pressed){
function keep(event){
var target=event.target,control=event.type==='submit'?target:target.closest&&target.closest('button[data-app],[data-shell] main button');
if(!kept||!control)return;
event.preventDefault();
event.stopImmediatePropagation();
if(!kept.includes(control))kept.push(control);
pressed.push(target=event.submitter||control);
target.ariaBusy='true';
page.pressed='';
document.dispatchEvent(new Event('press-kept'))
}
function drop(){
kept=kept&&[];
delete page.pressed;
pressed.splice(0).forEach(function(button){button.ariaBusy=null})
}
document.addEventListener('click',keep,true);
document.addEventListener('submit',keep,true);
document.addEventListener('app-failed',drop);
document.addEventListener('app-ready',function(){
var controls=kept||[];
drop();
kept=null;
controls.forEach(function(control){
if(control.requestSubmit)return control.requestSubmit();
control.dispatchEvent(new MouseEvent('mousedown',{bubbles:true}));
control.click()
})
})
})(document.documentElement.dataset,[],[])`

/**
 * The first inline script of a page. It runs before the first paint. The content security policy allows it by the hash
 * of exactly these characters.
 */
export const beforePaint = `${markPage};${askForConsent};${keepPresses}`
