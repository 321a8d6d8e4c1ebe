import * as storageKeys from './storage-keys.ts'

/**
 * The one script that stands in a page itself, because it has to run before anything is drawn: it marks the
 * page with who looks at it and by which kind of link they came, so that nothing moves once the app knows.
 * The content security policy admits it by the hash of exactly these characters. Blocked storage throws:
 * then nobody is signed in.
 */
export const beforePaint = `(function(page){
if(/[?&]ref(errer)?=./.test(location.search))page.referral='';
try{if(localStorage.getItem('${storageKeys.session}')||sessionStorage.getItem('${storageKeys.session}'))page.session=''}catch(e){}
})(document.documentElement.dataset)`
