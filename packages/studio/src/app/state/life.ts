/** Whether a service stands behind the page. From disk the page carries a policy that forbids every connection; who serves it takes that away. */
export const served: boolean =
  location.protocol.startsWith('http') && document.querySelector('meta[http-equiv="Content-Security-Policy"]') === null
