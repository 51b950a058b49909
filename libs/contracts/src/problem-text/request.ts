/** Problems of any request. */
export const requestProblems = {
  'request.invalid': {
    ja: '入力内容に誤りがあります',
    en: 'The input is not valid',
  },
  'request.body-malformed': {
    ja: 'リクエストの本文を読み取れません',
    en: 'The request body cannot be read',
    detail: {
      ja: '本文が正しい JSON ではありません。',
      en: 'The body is not valid JSON.',
    },
  },
  'request.body-too-large': {
    ja: 'リクエストが大きすぎます',
    en: 'The request is too large',
    detail: {
      ja: '本文は {limit} バイトまでです。',
      en: 'The body can be up to {limit} bytes.',
    },
  },
  'request.media-type-unsupported': {
    ja: 'この形式の本文は受け付けられません',
    en: 'This type of body is not accepted',
    detail: {
      ja: 'Content-Type に application/json を指定してください。',
      en: 'Send it as Content-Type: application/json.',
    },
  },
  'request.length-mismatch': {
    ja: '本文の長さが Content-Length と一致しません',
    en: 'The body is not as long as Content-Length says',
  },
  'request.malformed': {
    ja: 'リクエストを読み取れません',
    en: 'The request cannot be read',
  },
  'request.invalid-cursor': {
    ja: '一覧の位置を読み取れません',
    en: 'The cursor is not valid',
    detail: {
      ja: 'この一覧の応答に含まれるカーソルをそのまま渡してください。',
      en: 'Send a cursor exactly as this list returned it, with the same filter.',
    },
  },
  'request.uri-malformed': {
    ja: 'アドレスの書き方に誤りがあります',
    en: 'The address is not well-formed',
  },
  'request.uri-too-long': {
    ja: 'アドレスが長すぎます',
    en: 'The address is too long',
  },
  'request.headers-too-large': {
    ja: 'ヘッダーが大きすぎます',
    en: 'The headers are too large',
  },
  'request.timeout': {
    ja: 'リクエストの受信に時間がかかりすぎました',
    en: 'The request took too long to arrive',
  },
  'request.route-not-found': {
    ja: 'このアドレスは存在しません',
    en: 'This address does not exist',
  },
  'request.method-not-allowed': {
    ja: 'このアドレスではその操作を行えません',
    en: 'This address does not support that method',
  },
  'request.not-acceptable': {
    ja: '求められた形式では返せません',
    en: 'The requested format is not available',
  },
  'request.if-match-missing': {
    ja: 'If-Match ヘッダーが必要です',
    en: 'The If-Match header is missing',
    detail: {
      ja: '最後に読み込んだときの ETag を If-Match に指定してください。* を指定すると、どの版でも上書きします。',
      en: 'Send the ETag that you last read as If-Match, or * to overwrite any version.',
    },
  },
  'request.if-match-invalid': {
    ja: 'If-Match ヘッダーを読み取れません',
    en: 'The If-Match header cannot be read',
  },
  'request.stale-version': {
    ja: 'ほかの人が先に変更しました',
    en: 'Someone else changed this first',
    detail: {
      ja: '最新の内容を確認してから、もう一度お試しください。',
      en: 'Review the latest version and try again.',
    },
  },
  'request.contended': {
    ja: 'ほかの変更と重なりました。もう一度お試しください。',
    en: 'Others changed this at the same time; please try again',
  },
  'request.idempotency-key-invalid': {
    ja: 'Idempotency-Key ヘッダーを読み取れません',
    en: 'The Idempotency-Key header cannot be read',
  },
  'request.idempotency-mismatch': {
    ja: '同じ Idempotency-Key で異なる内容が送られました',
    en: 'This Idempotency-Key was used with another body',
  },
  'internal.unexpected': {
    ja: '予期しないエラーが発生しました',
    en: 'Something unexpected went wrong',
    detail: {
      ja: 'お問い合わせの際は番号 {requestId} をお知らせください。',
      en: 'Please quote {requestId} when you report it.',
    },
  },
  'internal.not-ready': {
    ja: '準備中です',
    en: 'Not ready',
  },
} as const;

/** Errors of single input fields; the key is the field's `code`. */
export const fieldTexts = {
  missing: { ja: '必須です', en: 'Required' },
  'invalid-type': { ja: '{expected} を指定してください', en: 'Must be of type {expected}' },
  'too-short': { ja: '{minimum} 文字以上にしてください', en: 'At least {minimum} characters' },
  'too-long': { ja: '{maximum} 文字以内にしてください', en: 'At most {maximum} characters' },
  'too-few': { ja: '{minimum} 件以上にしてください', en: 'At least {minimum} items' },
  'too-many': { ja: '{maximum} 件以内にしてください', en: 'At most {maximum} items' },
  'too-small': { ja: '{minimum} 以上にしてください', en: 'At least {minimum}' },
  'too-big': { ja: '{maximum} 以下にしてください', en: 'At most {maximum}' },
  'invalid-format': { ja: '形式が正しくありません', en: 'Not in the right form' },
  'invalid-email': { ja: 'メールアドレスの形式が正しくありません', en: 'Not an e-mail address' },
  'invalid-instant': {
    ja: '日時の形式が正しくないか、年が1000〜9999（UTC）の範囲にありません',
    en: 'Not a date and time (RFC 3339) of the years 1000 to 9999 (UTC)',
  },
  'invalid-value': { ja: '{values} のいずれかにしてください', en: 'Must be one of {values}' },
  'invalid-character': {
    ja: '使用できない文字（制御文字など）があります',
    en: 'Contains characters that are not allowed, such as control characters',
  },
  'unknown-field': { ja: '知らない項目です', en: 'Unknown field' },
  required: { ja: '必須です', en: 'Required' },
  unknown: { ja: 'このスペースにありません', en: 'Not in this space' },
  taken: { ja: 'すでに使われています', en: 'Already in use' },
  refused: { ja: 'この値は指定できません', en: 'Not allowed' },
  'before-from': { ja: 'from より前にはできません', en: 'Must not be before from' },
  'range-too-long': {
    ja: '期間は {maximum} 日以内にしてください',
    en: 'A range has at most {maximum} days',
  },
  'kana-order-only': {
    ja: 'q や kanaRow と一緒に指定できるのは kana だけです',
    en: 'Must be kana together with q or kanaRow',
  },
  'not-with-q': { ja: 'q と一緒には指定できません', en: 'Not together with q' },
  'same-member': { ja: '別の会員を指定してください', en: 'Must be another member' },
  'one-pictogram': { ja: '絵文字をひとつ指定してください', en: 'Must be exactly one emoji' },
  'unknown-time-zone': {
    ja: 'このタイムゾーンはありません（例: Asia/Tokyo）',
    en: 'Not a time zone such as Asia/Tokyo',
  },
  invalid: { ja: '正しくありません', en: 'Not valid' },
} as const;
