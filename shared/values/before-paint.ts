import * as storageKeys from './storage-keys.ts'

/**
 * The only inline script of a page. It runs before the first paint and marks the page as visited with a session or
 * through a referral link, so that nothing moves when the app loads. The content security policy allows it by the hash
 * of exactly these characters. Blocked browser storage throws and counts as signed out.
 */
export const beforePaint = `(function(page){
if(/[?&]ref(errer)?=./.test(location.search))page.referral='';
try{if(localStorage.getItem('${storageKeys.session}')&&(!localStorage.getItem('${storageKeys.sessionRun}')||document.cookie.includes('${storageKeys.sessionRun}='))||sessionStorage.getItem('${storageKeys.session}'))page.session=''}catch(e){}
})(document.documentElement.dataset)`
