"""What the door says to people, in the languages of the pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

DEFAULT: Final = "en"
FOREIGN_HOST: Final[Mapping[str, str]] = {
    "en": "{host} is no name of this computer: open {here} instead, or add the name to web.names in its "
    "configuration.",
    "ru": "У этого компьютера нет имени {host}: откройте {here} или добавьте имя в web.names его настроек.",
    "uk": "У цього комп’ютера немає імені {host}: відкрийте {here} або додайте ім’я до web.names його "
    "налаштувань.",
    "ja": "{host} はこのコンピューターの名前ではありません。{here} を開くか、"
    "設定の web.names に名前を加えてください。",
    "sv": "{host} är inget namn på den här datorn: öppna {here} i stället, eller lägg till namnet i "
    "web.names i dess inställningar.",
}
FOREIGN_PAGE: Final[Mapping[str, str]] = {
    "en": "Only pages of this computer may ask for this: open its own address in the browser.",
    "ru": "Об этом могут просить только страницы этого компьютера: откройте его собственный адрес "
    "в браузере.",
    "uk": "Про це можуть просити лише сторінки цього комп’ютера: відкрийте його власну адресу в браузері.",
    "ja": "これを求められるのはこのコンピューターのページだけです。"
    "ブラウザーでその所在地を直接開いてください。",
    "sv": "Bara den här datorns egna sidor får be om det här: öppna dess egen adress i webbläsaren.",
}
TOO_LARGE: Final[Mapping[str, str]] = {
    "en": "That is too large: send {most} bytes at most.",
    "ru": "Это слишком много: отправляйте не больше {most} байт.",
    "uk": "Це забагато: надсилайте не більше {most} байтів.",
    "ja": "大きすぎます。{most} バイトまでにしてください。",
    "sv": "Det är för stort: skicka högst {most} byte.",
}
NO_UPGRADE: Final = "Screens speak MQTT here over WebSocket (subprotocol mqtt)."
CROWDED: Final = "Too many screens are open at this address: close some and try again."


def said(sentences: Mapping[str, str], wished: str) -> str:
    """The sentence in the first language of an `Accept-Language` that there is."""
    codes = (part.partition(";")[0].strip()[:2].lower() for part in wished.split(","))
    return sentences[next((code for code in codes if code in sentences), DEFAULT)]
