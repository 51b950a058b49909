import type { OperationTexts } from './operation-texts';

/** The operations of gateway in Japanese. */
export const gateway: OperationTexts = {
  openLiveStream: {
    summary: 'ライブ配信を開く',
    description:
      'Server-Sent Eventsで、変更の種類とIDを、投稿の変更ではその投稿も届けます。`ready` はストリームが開いたこと、`change` はデータがLiveMessageであることを示します。示されたもののうち、内容が届かないものを読み直してください。`reset` のときは取りこぼしがあるので、すべて読み直してください。15秒ごとのコメント行で接続を保ちます。ストリームは、トークンかセッションが終わると閉じます。',
  },
};
