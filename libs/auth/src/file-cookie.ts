/**
 * Name of the cookie that carries a session's access token to file routes, where pictures and links
 * cannot send an `Authorization` header. Identity sets it, over https with the prefix `__Secure-`;
 * the gateway reads it.
 */
export const FILE_COOKIE = 'engawa_files';
